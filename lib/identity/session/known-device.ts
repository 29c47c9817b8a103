import { createHash, randomBytes } from 'node:crypto'
import type { Context, Device } from '../../context.ts'
import { days } from '../../contract/time.ts'
import type { Access, Session } from '../person/records.ts'

const markShape = /^[\w-]{20,128}$/

/**
 * A browser's mark: the existing one while several sign-ins are open in it, otherwise a new one. Native apps have
 * none.
 */
export const browserMarkOf = ({ native, browser }: Device): string | undefined => {
  if (native) return undefined
  const { mark = '' } = browser ?? {}
  return markShape.test(mark) ? mark : randomBytes(32).toString('base64url')
}

/** Seconds for which a device is known after its last sign-in. */
export const knownDeviceSeconds = 180 * days

/** Limit for people known on one browser, the most recent sign-in first. */
const maxPeople = 4
const maxProofs = 8

const personOf = (globalUserId: string): string =>
  createHash('sha256').update(globalUserId).digest('base64url').slice(0, 16)

/**
 * A proof that a device stores after a sign-in: the person, sealed by this deployment. It survives signing out,
 * changes with every sign-in, and expires with the person's epoch, as sessions do. It grants no access. It only gives
 * the device its own tries, so that strangers cannot use them up.
 */
export const deviceProof = async (
  { issuer, now }: Pick<Context, 'issuer' | 'now'>,
  { id, globalUserId, epoch }: Pick<Session, 'id' | 'globalUserId' | 'epoch'>,
): Promise<string> => {
  const until = Math.floor(now().getTime() / 1000) + knownDeviceSeconds
  const text = [personOf(globalUserId), id, epoch, until].join('.')
  return `${text}.${await issuer.seal(text)}`
}

/** The proofs of a cookie or header. An attacker may have added some, so each is checked separately. */
export const deviceProofsIn = (values: readonly string[]): readonly string[] =>
  values.flatMap((value) => value.split('~')).slice(0, maxProofs)

/** The device's new proofs: the fresh one, and those of other people. */
export const mergeDeviceProofs = (fresh: string, earlier: readonly string[]): string => {
  const [own] = fresh.split('.', 1)
  const others = earlier.filter((proof) => !proof.startsWith(`${own}.`))
  return [fresh, ...others].slice(0, maxPeople).join('~')
}

const proofShape = /^([\w-]{16})\.(\w{1,40})\.(\d{1,9})\.(\d{1,12})\.([\w-]{22})$/

type Sessions = { readonly rights: Access; readonly sessions: readonly Session[] }

/**
 * A device on which a person has signed in before. `isKnownTo` says whether it is still valid for them. If the person
 * ends all other sessions, the current session stays live, and its device stays known.
 */
export type KnownDevice = { readonly id: string; isKnownTo(person: Sessions): boolean }

const isStillKnown = (id: string, epoch: number, { rights, sessions }: Sessions): boolean =>
  rights.epoch === epoch || sessions.some((one) => one.id === id && one.epoch === rights.epoch)

/** The device of a request with a valid proof for this person. */
export const findKnownDevice = async (
  { device, issuer, now }: Pick<Context, 'device' | 'issuer' | 'now'>,
  globalUserId: string,
): Promise<KnownDevice | undefined> => {
  const person = personOf(globalUserId)
  for (const proof of device.proofs ?? []) {
    const [, whose, id = '', epoch, until, seal = ''] = proofShape.exec(proof) ?? []
    if (whose !== person || Number(until) * 1000 <= now().getTime()) continue
    const text = proof.slice(0, proof.lastIndexOf('.'))
    if (await issuer.isSeal(text, seal)) return { id, isKnownTo: (of) => isStillKnown(id, Number(epoch), of) }
  }
  return undefined
}
