import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DynamoDBRecord } from 'aws-lambda'
import { z } from 'zod/mini'
import { subjectOf } from '../../../lib/table/change-event.ts'

/** One object that was put aside: records that a consumer could not handle, with the circumstances of the failure. */
export type PutAside = {
  /** Its path below the folder or bucket, with slashes. */
  readonly key: string
  readonly at: string | undefined
  readonly condition: string | undefined
  readonly error: string | undefined
  readonly records: readonly DynamoDBRecord[]
}

const records = z.array(z.custom<DynamoDBRecord>((value) => typeof value === 'object' && value !== null))

/** The shape that Lambda writes for a stream, and the local platform with it. The payload is the whole invocation. */
const InvocationRecord = z.object({
  timestamp: z.optional(z.string()),
  requestContext: z.optional(z.object({ condition: z.optional(z.string()) })),
  responseContext: z.optional(z.nullable(z.object({ functionError: z.optional(z.nullable(z.string())) }))),
  payload: z.union([z.string(), z.object({ Records: records })]),
})

const Payload = z.object({ Records: records })

/** The shape that earlier versions of the local platform wrote. */
const EarlierLetter = z.object({
  at: z.optional(z.string()),
  reason: z.optional(z.string()),
  record: z.custom<DynamoDBRecord>((value) => typeof value === 'object' && value !== null),
})

/** Reads one object. Throws when it has none of the known shapes. */
export const readPutAside = (key: string, text: string): PutAside => {
  const value: unknown = JSON.parse(text)
  const earlier = z.safeParse(EarlierLetter, value)
  if (earlier.success) {
    const { at, reason, record } = earlier.data
    return { key, at, condition: undefined, error: reason, records: [record] }
  }
  const { timestamp, requestContext, responseContext, payload } = z.parse(InvocationRecord, value)
  const { Records } = z.parse(Payload, typeof payload === 'string' ? JSON.parse(payload) : payload)
  return {
    key,
    at: timestamp,
    condition: requestContext?.condition,
    error: responseContext?.functionError ?? undefined,
    records: Records,
  }
}

/** What a folder contains: objects, and the keys of files that no version of the platform has written. */
export type PutAsideFolder = { readonly objects: readonly PutAside[]; readonly unreadable: readonly string[] }

/** Reads a folder with all folders below it. A folder that does not exist is empty. */
export const readFolder = (folder: string): PutAsideFolder => {
  const objects: PutAside[] = []
  const unreadable: string[] = []
  if (!existsSync(folder)) return { objects, unreadable }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.draft')) continue
    const path = join(entry.parentPath, entry.name)
    const key = path.slice(folder.length + 1).replaceAll('\\', '/')
    try {
      objects.push(readPutAside(key, readFileSync(path, 'utf8')))
    } catch {
      unreadable.push(key)
    }
  }
  return { objects, unreadable: unreadable.sort() }
}

/** One record with the object that holds it. */
export type PutAsideRecord = {
  readonly object: PutAside
  readonly record: DynamoDBRecord
  readonly sequence: string
  /** Records of one subject, and so of one partition key, are handled in order. */
  readonly subject: string
}

const isNumber = /^\d+$/

/** Sequence numbers have up to forty digits, too many for a number. */
const compareSequences = (one: string, other: string): number => {
  if (!isNumber.test(one) || !isNumber.test(other)) return one < other ? -1 : Number(one > other)
  const difference = BigInt(one) - BigInt(other)
  return difference < 0n ? -1 : Number(difference > 0n)
}

/** All records, in the order in which the table was written. The same record of several objects comes once for each. */
export const inOrder = (objects: readonly PutAside[]): readonly PutAsideRecord[] =>
  objects
    .flatMap((object) =>
      object.records.map((record) => ({
        object,
        record,
        sequence: record.dynamodb?.SequenceNumber ?? '',
        subject: subjectOf(record),
      })),
    )
    .sort((one, other) => compareSequences(one.sequence, other.sequence))
