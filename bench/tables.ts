/** What a suite found. */
export interface Table {
  readonly title: string;
  /** What was measured, how, and how to read it. */
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** How much a suite may do. */
export interface Effort {
  /** Less of everything, for a first look. */
  readonly quick: boolean;
}

/** Measures, and reports what it is at. */
export type Suite = (effort: Effort) => Promise<Table[]>;

/** A table as Markdown, its columns aligned for those who read the source. */
export function markdown({ columns, rows }: Table): string {
  const all = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(columns), rule, ...rows.map(line)].join('\n');
}
