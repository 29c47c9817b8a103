import { currentLocale, t } from '../locale.ts'
import type { Choice } from './forms.ts'
import { hidden } from './forms.ts'
import { type Html, html, raw } from './html.ts'
import { icon } from './icons.ts'
import { empty } from './parts.ts'

export type Column<R> = {
  readonly key: string
  readonly label: string
  readonly cell: (row: R) => Html | string | number
  /** A link in the heading sorts by it. */
  readonly sortable?: boolean
  readonly isNumber?: boolean
  /** The cell that names the row. Default: the first column. */
  readonly isHeading?: boolean
  /** The heading is read but not seen, such as of a column with buttons. */
  readonly isHidden?: boolean
}

export type Filter = { readonly name: string; readonly label: string; readonly choices: readonly Choice[] }

export type TableOf<R> = {
  /** Names the table for people who do not see it. */
  readonly caption: string
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[]
  /** Shown without rows: title, text, and the action that fills the table. */
  readonly empty: Parameters<typeof empty>
  /** The page, with the query parameters that stay, such as `/admin?part=people`. */
  readonly address?: string
  /** Current values of sort and filters, from the address. */
  readonly values?: Readonly<Record<string, string | undefined>>
  /** Query parameter with the order: `name` ascending, `-name` descending. Default: `sort`. */
  readonly sort?: string
  /** Label of a search field, whose query parameter is `search`. */
  readonly search?: string
  readonly filters?: readonly Filter[]
  /** Check boxes, and buttons that act on the checked rows: see `pickedIn`. */
  readonly bulk?: {
    readonly action: string
    readonly idOf: (row: R) => string
    readonly nameOf: (row: R) => string
    /** Whether the buttons fit a row. Other rows have no check box. */
    readonly isPickable?: (row: R) => boolean
    readonly buttons: readonly (readonly [value: string, text: string, css?: string])[]
    readonly carried?: Readonly<Record<string, string>>
  }
  /** Beside the filters, such as an export link. */
  readonly actions?: Html | string
}

const prefix = 'pick-'

/** The ids of the rows that were checked, in a form that was sent. */
export const pickedIn = (input: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(input)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))

/** An order as an address has it: `name`, or `-name` for the largest first. Undefined for an unknown column. */
export const orderOf = (
  sort: string | undefined,
  known: readonly string[],
): { readonly key: string; readonly isDescending: boolean } | undefined => {
  const key = sort?.replace(/^-/, '') ?? ''
  return known.includes(key) ? { key, isDescending: sort?.startsWith('-') ?? false } : undefined
}

/** Rows in the order of an address; `values` reads a column of a row. */
export const sortRows = <R>(
  rows: readonly R[],
  sort: string | undefined,
  values: Readonly<Record<string, (row: R) => string | number>>,
): R[] => {
  const order = orderOf(sort, Object.keys(values))
  const read = order ? values[order.key] : undefined
  if (!order || !read) return [...rows]
  const { language } = currentLocale()
  const compare = (a: string | number, b: string | number): number =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), language)
  const sorted = [...rows].sort((a, b) => compare(read(a), read(b)))
  return order.isDescending ? sorted.reverse() : sorted
}

const pathOf = (address: string, changes: Readonly<Record<string, string | undefined>>): string => {
  const [path = '', query = ''] = address.split('?')
  const all = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) if (value) all.set(name, value)
  const text = all.toString()
  return text === '' ? path : `${path}?${text}`
}

const filterForm = <R>({
  caption,
  address = '',
  values = {},
  filters = [],
  search,
  sort = 'sort',
}: TableOf<R>): Html | string => {
  if (filters.length === 0 && search === undefined) return ''
  const [path = '', query = ''] = address.split('?')
  const kept = [...new URLSearchParams(query), [sort, values[sort] ?? '']].filter(([, value]) => value !== '')
  return html`<form class="filters" role="search" aria-label="${caption}" action="${path}">${kept.map(([name = '', value = '']) => hidden(name, value))}${search === undefined ? '' : html`<label class="vh" for="table-search">${search}</label><input id="table-search" type="search" name="search" value="${values.search ?? ''}" placeholder="${search}" maxlength="100" autocomplete="off" dir="auto">`}${filters.map(
    ({ name, label, choices }) =>
      html`<label class="vh" for="filter-${name}">${label}</label><select id="filter-${name}" name="${name}">${choices.map(([value, text]) => html`<option value="${value}"${(values[name] ?? '') === value ? raw(' selected') : ''}>${text}</option>`)}</select>`,
  )}<button class="btn plain small">${search === undefined ? t('Filter') : t('Search')}</button></form>`
}

const columnHead = <R>(
  column: Column<R>,
  { address = '', values = {}, sort = 'sort', filters = [] }: TableOf<R>,
): Html => {
  const { key, label, sortable, isNumber, isHidden } = column
  const css = isNumber ? raw(' class="num"') : ''
  if (!sortable)
    return html`<th scope="col"${css}>${isHidden ? html`<span class="vh">${label}</span>` : label}</th>`
  const now = values[sort]
  const state = now === key ? 'ascending' : now === `-${key}` ? 'descending' : undefined
  const kept = Object.fromEntries(
    ['search', ...filters.map(({ name }) => name)].map((name) => [name, values[name]]),
  )
  const href = pathOf(address, { ...kept, [sort]: state === 'ascending' ? `-${key}` : key })
  return html`<th scope="col"${css}${state ? html` aria-sort="${state}"` : ''}><a href="${href}">${label}</a></th>`
}

/** A table with its order and filters in the address. On a phone each row is a block with labels. */
export const dataTable = <R>(table: TableOf<R>): Html => {
  const { caption, columns, rows, bulk: offered, actions = '' } = table
  const isPickable = offered?.isPickable ?? (() => true)
  const bulk = rows.some(isPickable) ? offered : undefined
  const filters = filterForm(table)
  const bar = filters === '' && actions === '' ? '' : html`<div class="table-bar">${filters}${actions}</div>`
  if (rows.length === 0) return html`<div class="data">${bar}${empty(...table.empty)}</div>`
  const heading = Math.max(
    0,
    columns.findIndex(({ isHeading }) => isHeading),
  )
  const formId = `bulk-${caption.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  const pick = (row: R): Html | string =>
    bulk
      ? html`<td class="pick-cell">${isPickable(row) ? html`<input type="checkbox" form="${formId}" name="${prefix}${bulk.idOf(row)}" value="yes" aria-label="${t('Select {name}', { name: bulk.nameOf(row) })}">` : ''}</td>`
      : ''
  const cell = (column: Column<R>, at: number, row: R): Html => {
    const css = column.isNumber ? raw(' class="num"') : ''
    return at === heading
      ? html`<th scope="row"${css}>${column.cell(row)}</th>`
      : html`<td${css} data-label="${column.isHidden ? '' : column.label}">${column.cell(row)}</td>`
  }
  return html`<div class="data">${bar}<div class="table-card"><table class="data-table"><caption class="vh">${caption}</caption><thead><tr>${bulk ? html`<th scope="col" class="pick-cell"><span class="vh">${t('Select')}</span></th>` : ''}${columns.map((column) => columnHead(column, table))}</tr></thead><tbody>${rows.map((row) => html`<tr>${pick(row)}${columns.map((column, at) => cell(column, at, row))}</tr>`)}</tbody></table></div>${
    bulk
      ? html`<form class="bulk row" id="${formId}" method="post" action="${bulk.action}">${Object.entries(bulk.carried ?? {}).map(([name, value]) => hidden(name, value))}<span class="soft">${icon('check')} ${t('Selected rows:')}</span>${bulk.buttons.map(([value, text, css = 'plain']) => html`<button class="btn small ${css}" name="do" value="${value}">${text}</button>`)}</form>`
      : ''
  }</div>`
}
