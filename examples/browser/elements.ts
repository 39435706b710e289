/** The element with this id, of the kind that the page was written with. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return element;
}

/** The first descendant that matches. */
export function within<T extends Element>(parent: ParentNode, selector: string, kind: new () => T): T {
  const element = parent.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`there is no ${kind.name} ${selector}`);
  return element;
}

/** A copy of a template's first element. */
export function stamp<T extends HTMLElement>(template: string, kind: new () => T): T {
  const { content } = byId(template, HTMLTemplateElement);
  const copy = content.firstElementChild?.cloneNode(true);
  if (!(copy instanceof kind)) throw new Error(`#${template} holds no ${kind.name}`);
  return copy;
}

const shownFor = 6_000;
let hiding: number | undefined;

/** Tells everyone, those who cannot see too. */
export function announce(message: string): void {
  const status = byId('status', HTMLParagraphElement);
  status.textContent = message;
  window.clearTimeout(hiding);
  hiding = window.setTimeout(() => {
    status.textContent = '';
  }, shownFor);
}

/** The beginning of a text, to name a post by. */
export function short(text: string): string {
  const words = text.slice(0, 40).replace(/\s\S*$/, '');
  return text.length > 40 ? `${words}…` : text;
}
