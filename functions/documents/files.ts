import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What is handed out as it is: the interface as an OpenAPI document, and the script that shows it to people. */
export type FileName = 'openapi.json' | 'viewer.js'

export type Files = (name: FileName) => Promise<string>

/** Each text is asked for once; one that could not be had is asked for again. */
export const keptFiles = (make: Files): Files => {
  const kept = new Map<FileName, Promise<string>>()
  return (name) => {
    const text = kept.get(name) ?? make(name)
    kept.set(name, text)
    text.catch(() => kept.delete(name))
    return text
  }
}

/** Deployed, both lie beside the code. */
export const deployedFiles: Files = keptFiles((name) =>
  readFile(join(import.meta.dirname, 'files', name), 'utf8'),
)
