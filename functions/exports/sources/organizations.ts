import type { Table } from '../../../lib/table/table.ts'
import { orgsWriting } from '../../management/index.ts'

type Place = { readonly stage: 'first' | 'next' | 'end'; readonly cursor?: string | undefined }

const begin: Place = { stage: 'first' }

/** The list of organizations, newest first: CSV after RFC 4180 that holds no formula, or one JSON list (rules/exports 10). */
export const organizationsSource = (table: Table, format: 'csv' | 'json', position?: string): Source => {
  let place: Place = position ? JSON.parse(position) : begin
  const [opening, closing] = format === 'json' ? ['[', ']\n'] : ['', '']
  return {
    async next() {
      const { stage, cursor } = place
      if (stage === 'end') return undefined
      const { exportText } = await orgsWriting()
      const page = await exportText(table, format, cursor, stage === 'first')
      const isLast = page.cursor === undefined
      place = { stage: isLast ? 'end' : 'next', cursor: page.cursor }
      const text = (stage === 'first' ? opening : '') + page.text + (isLast ? closing : '')
      return { text, items: page.items }
    },
    position: () => JSON.stringify(place),
  }
}

/** A step of a source: text for the file, and how many rows it holds. */
export type Step = { readonly text: string; readonly items: number }

/** What a file is made of, bit by bit. `position` says where to go on behind the last step; undefined is the end. */
export type Source = { next(): Promise<Step | undefined>; position(): string }
