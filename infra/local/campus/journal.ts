import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { dayMs } from '../../../lib/contract/time.ts'
import { problem } from '../problem.ts'
import type { CampusSize } from './campus.ts'
import type { Person } from './requests.ts'

/** How long an interrupted run can be continued. */
export const continuableMs = 7 * dayMs

/** A step that is done: names of the items that it created, and the id of the one that later steps need. */
export type StepResult = { readonly created: readonly string[]; readonly id?: string }

type Line =
  | { readonly size: CampusSize; readonly begunAt: number }
  | { readonly person: Person }
  | { readonly step: string; readonly result: StepResult }
  /** An hour (since 1970) with scheduled tasks; `swept` once they were run. */
  | { readonly hour: number; readonly swept?: true }

/**
 * What a campus has done so far, so that an interrupted run can be continued. A step is noted once it is done: after a
 * `kill -9` the steps that were running are repeated.
 */
export type Journal = {
  /** The campus's present (milliseconds since 1970): when its first run began. */
  readonly begunAt: number
  readonly isResumed: boolean
  personOf(email: string): Person | undefined
  resultOf(step: string): StepResult | undefined
  /** Hours whose scheduled tasks were not run. */
  readonly openHours: readonly number[]
  note(line: Line): void
  /** The campus is complete. */
  close(): void
}

const linesIn = (text: string): readonly Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const journalOf = (
  lines: readonly Line[],
  begunAt: number,
  { note, close }: Pick<Journal, 'note' | 'close'>,
): Journal => {
  const people = new Map<string, Person>()
  const results = new Map<string, StepResult>()
  const hours = new Set<number>()
  for (const line of lines) {
    if ('person' in line) people.set(line.person.email, line.person)
    if ('step' in line) results.set(line.step, line.result)
    if (!('hour' in line)) continue
    if (line.swept) hours.delete(line.hour)
    else hours.add(line.hour)
  }
  return {
    begunAt,
    isResumed: lines.length > 0,
    personOf: (email) => people.get(email),
    resultOf: (step) => results.get(step),
    openHours: [...hours],
    note,
    close,
  }
}

/** For a run that cannot be continued. */
export const noJournal = (begunAt: number): Journal =>
  journalOf([], begunAt, { note: () => undefined, close: () => undefined })

/** The options of `npm run campus` for this size. */
export const optionsOf = ({ people, organizations, events, seed, school }: CampusSize): string =>
  `--people ${people} --organizations ${organizations} --events ${events} --seed ${seed} --school ${school}`

const fileOf = (dataDir: string, { school }: Pick<CampusSize, 'school'>): string =>
  join(dataDir, 'campus', `${school}.jsonl`)

/** A last line that a killed run did not finish is cut off. */
const wholeLinesOf = (file: string): string => {
  const text = readFileSync(file, 'utf8')
  return text.slice(0, text.lastIndexOf('\n') + 1)
}

/**
 * The journal of a school in the data folder. It exists until the campus is complete. It contains tokens of the
 * campus's made-up people, as the folder contains the keys of their platform.
 */
export const openJournal = (dataDir: string, size: CampusSize, now: number): Journal => {
  const file = fileOf(dataDir, size)
  const text = existsSync(file) ? wholeLinesOf(file) : ''
  const lines = linesIn(text)
  const [head] = lines
  if (head && (!('size' in head) || optionsOf(head.size) !== optionsOf(size)))
    throw problem(
      `The school ${size.school} is unfinished. To continue it: npm run campus -- ${'size' in head ? optionsOf(head.size) : ''}`,
    )
  const begunAt = head && 'size' in head ? head.begunAt : now
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, head ? text : `${JSON.stringify({ size, begunAt })}\n`, { mode: 0o600 })
  return journalOf(lines, begunAt, {
    note: (line) => appendFileSync(file, `${JSON.stringify(line)}\n`),
    close: () => rmSync(file, { force: true }),
  })
}

const journalsIn = (dataDir: string): readonly string[] => {
  const folder = join(dataDir, 'campus')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name))
}

type Head = Extract<Line, { readonly size: CampusSize }>

/** The first line of a journal. Undefined if it is not written yet, or if the file has just been removed. */
const headOf = (file: string): Head | undefined => {
  try {
    const text = readFileSync(file, 'utf8')
    const head: Line = JSON.parse(text.slice(0, text.indexOf('\n')))
    return 'size' in head ? head : undefined
  } catch {
    return undefined
  }
}

/** Schools whose campus is being created, or was interrupted and can be continued. */
export const unfinishedSchools = (dataDir: string, now: number): ReadonlySet<string> => {
  const open = journalsIn(dataDir).flatMap((file) => {
    const head = headOf(file)
    return head && now - head.begunAt < continuableMs ? [head.size.school] : []
  })
  return new Set(open)
}
