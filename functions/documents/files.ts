import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { files } from './contract.ts'

type Name = keyof typeof files

const folder = import.meta.dirname
const kept = new Map<Name, string>()

/** Deployed, the files lie beside the bundle; in the repository each lies where it comes from. */
const read = async (name: Name): Promise<string> => {
  const beside = await readFile(join(folder, 'files', name), 'utf8').catch(() => undefined)
  return beside ?? readFile(join(folder, '..', '..', files[name]), 'utf8')
}

/** The text of a file, as `shape` makes it. Read once in the life of a process. */
export const fileText = async (
  name: Name,
  shape: (text: string) => string = (text) => text,
): Promise<string> => {
  const text = kept.get(name) ?? shape(await read(name))
  kept.set(name, text)
  return text
}
