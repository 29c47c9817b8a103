import { parseArgs } from 'node:util'
import { messageOf, problem, runProgram } from '../problem.ts'
import { readLocalSettings } from '../settings.ts'
import { changedAttributes, factsOf, shortError } from './explanation.ts'
import { awsPlace, localPlace, type PutAsidePlace } from './places.ts'
import { inOrder, type PutAsideFolder, type PutAsideRecord } from './records.ts'

const usage = `Usage: npm run put-aside -- list | show <number> | redrive [number ...] [--stage <stage>] [--whole]
Without --stage it works on the data folder of this machine (DATA_DIR).`

const lineOf = (one: PutAsideRecord): string => {
  const { sequence, entity, change, school, item, consumers } = factsOf(one)
  const handledBy = consumers.length > 0 ? consumers.join(', ') : 'no consumer'
  return [
    sequence,
    one.object.at ?? 'unknown time',
    school,
    `${entity} ${change}`,
    item,
    handledBy,
    shortError(one.object),
  ].join('  ')
}

const printUnreadable = (keys: readonly string[]): void => {
  for (const key of keys) console.log(`unreadable  ${key}: this file holds no records. Remove it by hand.`)
}

/** Prints one line for each record, in the order of a redrive. */
const list = ({ objects, unreadable }: PutAsideFolder): true => {
  const records = inOrder(objects)
  for (const one of records) console.log(lineOf(one))
  printUnreadable(unreadable)
  console.log(`${records.length} records are put aside.`)
  return true
}

const show = async (
  place: PutAsidePlace,
  { objects }: PutAsideFolder,
  number: string | undefined,
  whole: boolean,
): Promise<boolean> => {
  const found = inOrder(objects).filter(({ sequence }) => sequence === number)
  if (number === undefined || found.length === 0)
    throw problem(`Name a record by the number that npm run put-aside -- list prints. ${usage}`)
  for (const one of found) {
    const { object, record } = one
    for (const [name, value] of Object.entries(factsOf(one)))
      console.log(`${name}: ${[value].flat().join(', ')}`)
    console.log(`attributes: ${changedAttributes(record).join(', ')}`)
    console.log(
      `put aside: ${object.at ?? 'unknown time'} (${object.condition ?? 'retries exhausted'}), ${object.key}`,
    )
    if (object.error !== undefined) console.log(`error: ${object.error}`)
    for (const line of await place.logOf(one.sequence, object.at)) console.log(`log: ${line}`)
    if (whole) console.log(JSON.stringify(record, null, 2))
  }
  return true
}

/** Objects with the named records. Without names, all. */
const chosen = ({ objects }: PutAsideFolder, numbers: readonly string[]): PutAsideFolder['objects'] => {
  if (numbers.length === 0) return objects
  const known = new Set(inOrder(objects).map(({ sequence }) => sequence))
  const missing = numbers.find((number) => !known.has(number))
  if (missing !== undefined) throw problem(`No record ${missing} is put aside.`)
  return objects.filter(({ records }) =>
    records.some(({ dynamodb }) => numbers.includes(dynamodb?.SequenceNumber ?? '')),
  )
}

/** Redrives records and prints what remains. False when something remains. */
const redriveRecords = async (
  place: PutAsidePlace,
  folder: PutAsideFolder,
  numbers: readonly string[],
): Promise<boolean> => {
  const { handled, failed, behind } = await place.redrive(chosen(folder, numbers))
  for (const { failed: one, error } of failed) console.log(`failed  ${lineOf(one)}\n        ${error}`)
  printUnreadable(folder.unreadable)
  console.log(`${handled} records handled, ${failed.length} failed, ${behind} wait behind a failed one.`)
  return failed.length === 0 && folder.unreadable.length === 0
}

const read = (words: readonly string[]) => {
  const options = { stage: { type: 'string' }, whole: { type: 'boolean' } } as const
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (error) {
    throw problem(`${messageOf(error)}\n${usage}`)
  }
}

/** Exit code 1: a redrive left something. 2: a problem. */
await runProgram(async () => {
  const { values, positionals } = read(process.argv.slice(2))
  const [action, ...numbers] = positionals
  if (action === undefined || !['list', 'show', 'redrive'].includes(action)) throw problem(usage)
  const { stage, whole = false } = values
  const place = stage === undefined ? localPlace(readLocalSettings(process.env, [])) : await awsPlace(stage)
  const folder = await place.read()
  if (action === 'list') return list(folder)
  if (action === 'show') return await show(place, folder, numbers[0], whole)
  return await redriveRecords(place, folder, numbers)
})
