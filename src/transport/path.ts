import type { RequestIssue } from '../errors/local.ts';

/** Puts an id into a path template, or says why it cannot be there. */
export function fillPath(template: string, id: unknown): { path: string; issue?: RequestIssue } {
  if (!template.includes('{id}')) return { path: template };
  if (typeof id !== 'string') return refused('must be a string');
  // Dots alone would walk up the path, encoded or not: URL parsers resolve both.
  if (id === '' || id === '.' || id === '..') return refused(`must not be '${id}'`);
  try {
    return { path: template.replace('{id}', encodeURIComponent(id)) };
  } catch {
    return refused('must be well-formed Unicode');
  }
  function refused(message: string) {
    return { path: template, issue: { path: 'id', message } };
  }
}

/** Adds a query to a URL. What is `undefined` or `null` is left out. */
export function withQuery(url: string, query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return url;
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `${url}?${search}`;
}
