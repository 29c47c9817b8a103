import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { noteSecret } from './setup/said.ts'
import { everyImage, type Image, storeImages } from './table/whole-table.ts'
import type { World } from './world.ts'

/** A person of a prepared world, and the cookies of their browser. */
export type PreparedPerson = {
  readonly name: string
  readonly email: string
  readonly id: string
  readonly globalUserId: string
  readonly cookies: readonly (readonly [name: string, value: string])[]
}

/** What a prepared world holds beside its rows: where its clock and ids are, and what its gateways have been given. */
type Surroundings = {
  readonly now: string
  readonly ids: number
  readonly settings: readonly (readonly [name: string, value: unknown])[]
  readonly published: readonly (readonly [name: string, values: readonly string[] | undefined])[]
  readonly media: readonly (readonly [key: string, base64: string])[]
  readonly exports: readonly (readonly [key: string, base64: string])[]
}

/** All that stands before the sample of an operation. `staged` are the values that replace those of the sample. */
export type PreparedWorld = Surroundings & {
  readonly people: readonly PreparedPerson[]
  readonly staged: Readonly<Record<string, string>>
  readonly rows: readonly Image[]
}

const inText = (files: ReadonlyMap<string, Uint8Array>) =>
  [...files].map(([key, bytes]) => [key, Buffer.from(bytes).toString('base64')] as const)

const fill = (files: Map<string, Uint8Array>, kept: PreparedWorld['media']): void => {
  for (const [key, text] of kept) files.set(key, Buffer.from(text, 'base64'))
}

/** The settings that staging has changed, as far as they are plain values. */
const changedSettings = (before: object, after: object) =>
  Object.entries(after).filter(([name, value]) => before[name as keyof typeof before] !== value)

/** What the world is now. `settings` are those that it began with. */
export const capture = async (
  w: World,
  settings: object,
  { people, staged }: Pick<PreparedWorld, 'people' | 'staged'>,
): Promise<PreparedWorld> => ({
  now: w.clock.now().toISOString(),
  ids: w.idsUsed(),
  settings: changedSettings(settings, w.runtime.settings),
  published: [...w.published],
  media: inText(w.media),
  exports: inText(w.exported),
  people,
  staged,
  rows: await everyImage(w.runtime.client),
})

/** Makes a world that was just created what a captured one was. */
export const restore = async (w: World, prepared: PreparedWorld): Promise<void> => {
  w.clock.advance((Date.parse(prepared.now) - w.clock.now().getTime()) / 1000)
  Object.assign(w.runtime.settings, Object.fromEntries(prepared.settings))
  for (const [name, values] of prepared.published) w.published.set(name, values)
  fill(w.media, prepared.media)
  fill(w.exported, prepared.exports)
  for (const { email, cookies } of prepared.people) {
    noteSecret(email)
    for (const [, value] of cookies) noteSecret(value)
  }
  await storeImages(w.runtime.client, prepared.rows)
}

const fileOf = (name: string): string => join(inject('preparedWorlds'), `${name}.json`)

const worlds = new Map<string, PreparedWorld>()

/** A world that this or another worker has prepared since the sources last changed. */
export const findPrepared = (name: string): PreparedWorld | undefined => {
  const file = fileOf(name)
  const found = worlds.get(name) ?? (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
  if (found) worlds.set(name, found)
  return found
}

/** Keeps a world for all who need it. Two workers that prepare the same one write the same. */
export const keepPrepared = (name: string, prepared: PreparedWorld): void => {
  const file = fileOf(name)
  const own = `${file}.${process.pid}`
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(own, JSON.stringify(prepared))
  renameSync(own, file)
}

/** The state of the sources that a prepared world follows from. */
export const hashOfSources = (files: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 20)
}
