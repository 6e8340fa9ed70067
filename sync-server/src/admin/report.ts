import { bytesText } from '../options'

/** What a command answers: a sentence, or rows for a person (columns) or a program (--json). */
export type Report = string | { readonly rows: readonly Row[] }
export type Row = Readonly<Record<string, Cell>>
/** Sizes and times are shown for people, and left numbers for programs. */
export type Cell = string | number | boolean | null | { readonly bytes: number } | { readonly at: number | null }

export function formatReport(report: Report, isJson: boolean): string {
  if (typeof report === 'string') return isJson ? JSON.stringify({ message: report }) : report
  return isJson ? JSON.stringify(report.rows.map(plainRow)) : columns(report.rows)
}

const plainRow = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, cell]) => {
      if (typeof cell !== 'object' || cell === null) return [name, cell]
      return [name, 'bytes' in cell ? cell.bytes : cell.at]
    }),
  )

function columns(rows: readonly Row[]): string {
  const [first] = rows
  if (first === undefined) return 'none'
  const names = Object.keys(first)
  const table = [names, ...rows.map((row) => names.map((name) => cellText(row[name] ?? null)))]
  const widths = names.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)))
  return table.map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ').trimEnd()).join('\n')
}

function cellText(cell: Cell): string {
  if (cell === null) return '-'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell !== 'object') return String(cell)
  if ('bytes' in cell) return bytesText(cell.bytes)
  return cell.at === null ? 'never' : new Date(cell.at).toISOString().slice(0, 16).replace('T', ' ')
}
