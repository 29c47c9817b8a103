import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Done } from '../../deployed/platform.ts'
import type { Deed } from '../../deployed/policy.ts'

/** A call that a function made on the deployed platform, without what differs from run to run. */
export type Call = {
  readonly domain: string
  readonly action: string
  readonly resource: string
  /** Partition keys, by their kind. */
  readonly keys?: readonly string[]
}

const file = join(import.meta.dirname, 'recorded-calls.json')

/** `T#home1#EVENT#x` is a key of a school, `G#CODE#x` one of codes. */
const kindOf = (key: string): string =>
  key.startsWith('T#')
    ? 'T#x'
    : key.split('#').slice(0, 2).join('#') + (key.split('#').length > 2 ? '#x' : '')

const callOf = ({ domain, deed: { action, resource, facts = {} } }: Done): Call => ({
  domain,
  action,
  resource: resource.replace(/:table\/[^/]+/, ':table/quad').replace(/^(arn:aws:s3:::[^/]+\/).+$/, '$1x'),
  ...(facts['dynamodb:LeadingKeys']
    ? { keys: [...new Set(facts['dynamodb:LeadingKeys'].map(kindOf))].sort() }
    : {}),
})

/** Different calls among what was done. */
export const callsIn = (done: readonly Done[]): readonly Call[] => {
  const lines = new Set(done.map((one) => JSON.stringify(callOf(one))))
  return [...lines].sort().map((line) => JSON.parse(line))
}

export const writeCalls = (calls: readonly Call[]): void =>
  writeFileSync(file, `[\n${calls.map((call) => `  ${JSON.stringify(call)}`).join(',\n')}\n]\n`)

export const recordedCalls = (): readonly Call[] => JSON.parse(readFileSync(file, 'utf8'))

/** A recorded call as a policy is asked for it. Mail is sent from the stage's own address alone. */
export const deedOf = ({ action, resource, keys }: Call, from: string): Deed => ({
  action,
  resource,
  facts: {
    ...(keys ? { 'dynamodb:LeadingKeys': keys } : {}),
    ...(action === 'ses:SendEmail' ? { 'ses:FromAddress': [from] } : {}),
  },
})
