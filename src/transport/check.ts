import type { Call } from '../operations/call.ts';
import { brokenRules, takesParams, wireParams } from '../schemas/params.ts';
import type { Finding, RuleContext } from '../schemas/rules.ts';

/** The schemas and Zod: a fifth of the package, and no call that goes well needs them. */
const explanations = () => import('../schemas/explain.ts');

/** What is left to say where they cannot be loaded: a page may be offline. */
const unexplained = (): readonly Finding[] => [{ path: [], message: 'does not fit the documented schema' }];

/** Params as they go on the wire, and everything that is wrong with them: the words for it may have to be loaded. */
export interface CheckedParams {
  readonly wire: unknown;
  readonly findings: readonly Finding[] | Promise<readonly Finding[]>;
}

export function checkParams(call: Call, params: unknown, context: RuleContext): CheckedParams {
  if (!call.params || !takesParams(call, params)) return { wire: undefined, findings: [] };
  const wire = wireParams(call, params);
  if (call.params(wire)) return { wire, findings: brokenRules(call, wire, context) };
  const taken = snapshot(params);
  const findings = explanations().then(
    (explain) => explain.explainParams(call.id, taken, context),
    unexplained,
  );
  return { wire, findings };
}

/** What breaks the schema of a record. */
export async function checkRecord(call: Call, record: unknown): Promise<readonly Finding[]> {
  return explanations().then((explain) => explain.explainRecord(call.id, record), unexplained);
}

// Deeper than any params, and an end for cycles.
const maxDepth = 8;

/** A copy of what can change under our hands: lists and plain objects. */
function snapshot(value: unknown, depth = 0): unknown {
  if (depth === maxDepth || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => snapshot(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, snapshot(field, depth + 1)]));
}
