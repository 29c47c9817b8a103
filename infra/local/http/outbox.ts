import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readJson } from '../data/data-folder.ts'

/** One mail as the local mail gateway writes it. */
export type Mail = {
  id: string
  at: string
  to: string
  subject: string
  text: string
  html: string
  kind: string
}

const fileName = /^[A-Za-z0-9_-]+$/
const textFields = ['id', 'at', 'to', 'subject', 'text', 'html', 'kind'] as const

const toMail = (name: string, value: unknown): Mail | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const found = new Map(Object.entries(value))
  const fields = textFields.map((field) => [field, String(found.get(field) ?? '')])
  return { ...Object.fromEntries(fields), id: name }
}

/** One mail by the name of its file, or undefined. */
export const readMail = (dataDir: string, name: string): Mail | undefined =>
  fileName.test(name) ? toMail(name, readJson(join(dataDir, 'outbox', `${name}.json`))) : undefined

const namesOf = (dataDir: string): string[] => {
  try {
    return readdirSync(join(dataDir, 'outbox'))
  } catch {
    return []
  }
}

/** The mails of the outbox, newest first: the names of their files begin with an id that sorts by time. */
export const listMails = (dataDir: string, limit = 500): Mail[] =>
  namesOf(dataDir)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, limit)
    .flatMap((name) => readMail(dataDir, name.slice(0, -'.json'.length)) ?? [])
