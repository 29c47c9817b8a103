import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { fail } from '../../lib/contract/failure.ts'
import { StrongProofRequired } from '../../lib/contract/failures.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { type Passkey, passkey, passkeyGuard, totp, totpSetup } from '../../lib/identity/factor/records.ts'
import { hasRecentFactor } from '../../lib/identity/factor/strength.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { deviceInfoOf } from '../../lib/identity/session/sessions.ts'
import type { Operation } from '../../lib/operation.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { otherwise, put, remove, update } from '../../lib/table/write.ts'
import { newRecoveryCodes, proveByCode } from './codes.ts'
import type { contract } from './contract.ts'
import {
  firstRecoveryCodes,
  markFactorShown,
  readOwnFactors,
  recordFactorChange,
  removeCodesWithLastFactor,
  requireFreshProof,
  shownSessionsEnded,
} from './own-factors.ts'
import { passkeyView, registrationOptions, verifyRegistration } from './passkeys.ts'
import { endWait } from './recovery-wait.ts'
import { findPasskeyGuard, guardOf, withFactors } from './repository.ts'
import {
  maxPasskeys,
  PasskeyKnown,
  PasskeyNotFound,
  PasskeyUnusable,
  setupLimits,
  TooManyPasskeys,
  TotpNotSetUp,
  WrongCode,
} from './shapes.ts'
import { newSecret, otpauthUrl, periodOf } from './totp.ts'

type Rows = (typeof contract)['rows']

/** Seconds in which an authenticator app has to show its first code. */
const setupSeconds = 900

/** Begins to set up an authenticator app. The present app stays valid until the new one has shown a code. */
export const setUpTotp: Operation<Rows['setUpTotp']> = async (_, context) => {
  const { settings, now, table } = context
  const found = await readOwnFactors(context)
  await spend(context, 'factor-setup', setupLimits.account, found.person.user.id)
  requireFreshProof(context, found)
  const { user } = found.person
  const secret = newSecret()
  const expiresAt = new Date(now().getTime() + setupSeconds * 1000).toISOString()
  await table.put(totpSetup, { globalUserId: user.id, sid: found.own.id, secret, expiresAt })
  const url = otpauthUrl(secret, settings.BASE_DOMAIN, user.email)
  const { default: qr } = await import('qrcode')
  const svg = await qr.toString(url, { type: 'svg', margin: 2 })
  const picture = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  return { otpauthUrl: url, qrCodeDataUrl: picture, secret }
}

/** Takes the first code of an app that is being set up. The app replaces the previous one. */
export const enableTotp: Operation<Rows['enableTotp']> = async ({ code: given }, context) => {
  const { table, now, device } = context
  return table.retryOnConflict(async () => {
    const found = await readOwnFactors(context)
    requireFreshProof(context, found)
    const { person, own, factors } = found
    const globalUserId = person.user.id
    const setup = factors.setups.find(({ sid }) => sid === own.id) ?? fail(TotpNotSetUp)
    // The caller has seen the secret, so a wrong code is a slip and not a guess.
    const period =
      periodOf(setup.secret, given.replace(/\s/g, ''), now()) ?? fail(WrongCode, { field: 'code' })
    const app = {
      globalUserId,
      secret: setup.secret,
      lastPeriod: period,
      createdAt: now().toISOString(),
      addedFrom: deviceInfoOf(device.userAgent),
    }
    const fresh = firstRecoveryCodes(context, found)
    const written = await table.write([
      withFactors(person.rights, { ...factors, app }),
      put(totp, app),
      remove(totpSetup, { globalUserId, sid: own.id }, { exists: true }),
      markFactorShown(context, own, { by: 'totp', since: app.createdAt }),
      ...(fresh ? [fresh.write] : []),
      ...(factors.app ? shownSessionsEnded(found, 'totp') : []),
      ...recordFactorChange(context, person, 'added', 'totp'),
    ])
    return written.ok ? { recoveryCodes: fresh?.codes } : conflicted
  })
}

/** Removes the authenticator app. Requires a session that has just shown a factor, or a code of the app. */
export const disableTotp: Operation<Rows['disableTotp']> = async (input, context) => {
  const given = input?.code
  const { table, now } = context
  await table.retryOnConflict(async () => {
    const found = await readOwnFactors(context)
    const { person, own, factors } = found
    const { app = fail(TotpNotSetUp) } = factors
    const { globalUserId, secret, lastPeriod } = app
    if (given !== undefined)
      await proveByCode(context, person.user, { ...factors, app, recovery: undefined }, given, WrongCode)
    else if (!hasRecentFactor(own.strong, now().toISOString()))
      fail(StrongProofRequired, { details: { methods: person.rights.factors ?? [] } })
    const left = { ...factors, app: undefined }
    const written = await table.write([
      withFactors(person.rights, left),
      // Conflicts if a code of the app was used meanwhile.
      remove(totp, { globalUserId }, { exists: true, equals: { secret, lastPeriod } }),
      ...endWait(factors.waiting, app, now()),
      ...shownSessionsEnded(found, 'totp'),
      ...removeCodesWithLastFactor(left, globalUserId),
      ...recordFactorChange(context, person, 'removed', 'totp'),
    ])
    return written.ok || conflicted
  })
}

/** Begins to register a passkey. */
export const startPasskey: Operation<Rows['startPasskey']> = async (_, context) => {
  const found = await readOwnFactors(context)
  const { user } = found.person
  await spend(context, 'factor-setup', setupLimits.account, user.id)
  requireFreshProof(context, found)
  const { passkeys } = found.factors
  if (passkeys.length >= maxPasskeys) fail(TooManyPasskeys)
  const owner = { globalUserId: user.id, email: user.email, name: user.name }
  return { options: { ...(await registrationOptions(context, found.own.id, owner, passkeys)) } }
}

/** Registers the passkey that a browser has created for this session. */
export const registerPasskey: Operation<Rows['registerPasskey']> = async (input, context) => {
  const credential = input.credential as unknown as RegistrationResponseJSON
  const nickname = input.nickname ?? undefined
  const { table, now, device } = context
  const before = await readOwnFactors(context)
  requireFreshProof(context, before)
  const verified = await verifyRegistration(context, before.own.id, credential)
  const { made, once } = verified ?? fail(PasskeyUnusable)
  return table.retryOnConflict(async () => {
    const found = await readOwnFactors(context)
    requireFreshProof(context, found)
    const { person, own, factors } = found
    if (factors.passkeys.some(({ id }) => id === made.id)) fail(PasskeyKnown)
    const guard = await findPasskeyGuard(table, made.id)
    if (guard && guard.person !== guardOf(person.user.id, made.id).person) fail(PasskeyKnown)
    if (factors.passkeys.length >= maxPasskeys) fail(TooManyPasskeys)
    const fresh = firstRecoveryCodes(context, found)
    const added: Passkey = {
      ...made,
      globalUserId: person.user.id,
      nickname,
      createdAt: now().toISOString(),
      addedFrom: deviceInfoOf(device.userAgent),
    }
    const written = await table.write([
      otherwise(once, PasskeyUnusable),
      withFactors(person.rights, { ...factors, passkeys: [...factors.passkeys, added] }),
      put(passkey, added, { absent: true }),
      ...(guard ? [] : [put(passkeyGuard, guardOf(person.user.id, made.id), { absent: true })]),
      markFactorShown(context, own, { by: 'passkey', since: added.createdAt }),
      ...(fresh ? [fresh.write] : []),
      ...recordFactorChange(context, person, 'added', 'passkey'),
    ])
    return written.ok ? { passkey: passkeyView(context)(added), recoveryCodes: fresh?.codes } : conflicted
  })
}

/** Removes a passkey. Removing the last factor leaves the account without one. */
export const removePasskey: Operation<Rows['removePasskey']> = async ({ passkeyId: id }, context) => {
  const { table } = context
  await table.retryOnConflict(async () => {
    const found = await readOwnFactors(context)
    const { person, factors } = found
    const globalUserId = person.user.id
    const { lastUsedAt } = factors.passkeys.find((one) => one.id === id) ?? fail(PasskeyNotFound)
    const passkeys = factors.passkeys.filter((one) => one.id !== id)
    const left = { ...factors, passkeys }
    // Conflicts if a session has shown the passkey meanwhile; the retry ends that session too.
    const unused =
      lastUsedAt === undefined ? { without: ['lastUsedAt'] as const } : { equals: { lastUsedAt } }
    const written = await table.write([
      withFactors(person.rights, left),
      remove(passkey, { globalUserId, id }, { exists: true, ...unused }),
      ...shownSessionsEnded(found, 'passkey', passkeys),
      ...removeCodesWithLastFactor(left, globalUserId),
      ...recordFactorChange(context, person, 'removed', 'passkey'),
    ])
    return written.ok || conflicted
  })
}

/** Creates ten new recovery codes; the earlier ones become invalid. */
export const renewRecoveryCodes: Operation<Rows['renewRecoveryCodes']> = async (_, context) => {
  const found = await readOwnFactors(context)
  await spend(context, 'factor-setup', setupLimits.account, found.person.user.id)
  const { person, factors } = found
  if (factors.passkeys.length === 0 && !factors.app) fail(TotpNotSetUp)
  const { codes, write } = newRecoveryCodes(context, person.user.id)
  await context.table.commit([
    withFactors(person.rights, factors),
    write,
    ...shownSessionsEnded(found, 'recovery_code'),
    ...recordFactorChange(context, person, 'renewed', 'recovery_codes'),
  ])
  return { recoveryCodes: codes }
}

export const renamePasskey: Operation<Rows['renamePasskey']> = async (
  { passkeyId: id, nickname },
  context,
) => {
  const globalUserId = identityOf(context.caller)
  await context.table.commit([
    update(passkey, { globalUserId, id }, { set: { nickname } }, { exists: PasskeyNotFound }),
    audit(context, {
      action: 'factor.renamed',
      actor: context.caller,
      targetType: 'globalUser',
      targetId: globalUserId,
      detail: { what: 'passkey' },
    }),
  ])
}
