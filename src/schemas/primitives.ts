import * as z from 'zod/mini';

/** How many characters a person would count: UTF-16 units would refuse valid emoji. */
export function codePointLength(text: string): number {
  // Only a text that is too long in units can be too long in code points.
  let length = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      length--;
      index++;
    }
  }
  return length;
}

/** A text of at most `max` code points. */
export function textUpTo(max: number) {
  return z.string().check(
    (context) => {
      if (context.value.length > max && codePointLength(context.value) > max) {
        context.issues.push({
          code: 'too_big',
          origin: 'string',
          maximum: max,
          inclusive: true,
          input: context.value,
          continue: true,
        });
      }
    },
    // JSON Schema counts code points too.
    z.meta({ maxLength: max }),
  );
}

/** An integer of at least `min`. */
export const integerFrom = (min: number) => z.int().check(z.gte(min));

/** A time on the wire: ISO 8601 in UTC. */
export const timestamp = () => z.iso.datetime();

/** A value of an enumeration that the service may extend. */
export function openEnum<const Values extends readonly [string, ...string[]]>(values: Values) {
  // Any string passes; the known ones are named for whoever reads the schema.
  return z.string().check(z.meta({ examples: [...values] }));
}
