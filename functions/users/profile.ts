import type { Context } from '../../lib/context.ts'
import { type FailureKind, fail, failWithMistakes } from '../../lib/contract/failure.ts'
import { OwnProofRequired } from '../../lib/contract/failures.ts'
import { normalAddress } from '../../lib/contract/fields.ts'
import { ownProfile } from '../../lib/contract/people.ts'
import type { MediaStore } from '../../lib/gateways/gateways.ts'
import { sniffImage } from '../../lib/gateways/image.ts'
import { renderPicture } from '../../lib/gateways/pictures.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { readSelf } from '../../lib/identity/person/people.ts'
import type { TenantUser } from '../../lib/identity/person/records.ts'
import { usernameKeyOf } from '../../lib/identity/person/usernames.ts'
import type { Operation } from '../../lib/operation.ts'
import { isProfane } from '../../lib/profanity.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { contract } from './contract.ts'
import { uploadLimits } from './contract.ts'
import { readUser, saveUser } from './repository.ts'
import {
  EmailChangeNotSupported,
  NameRequired,
  NameTooLong,
  NoFile,
  PushTokenRequired,
  UnsupportedImage,
  type UserChange,
  UserNotFound,
  UsernameProfane,
  UsernameTaken,
} from './shapes.ts'
import { isReserved, usernameProblem } from './usernames.ts'

type Rows = (typeof contract)['rows']

/**
 * Changes the caller's own record by `change`, which receives the current record. That is `known` if it has just been
 * read strongly consistent, and a fresh one after a conflict. Fails with USER_NOT_FOUND, USERNAME_TAKEN, and
 * CONCURRENT_CHANGE when every try met a conflict.
 */
export const changeSelf = async (
  { table, caller, now }: Context<'member'>,
  change: (user: TenantUser) => Partial<TenantUser> | Promise<Partial<TenantUser>>,
  known?: TenantUser,
): Promise<{ before: TenantUser; after: TenantUser }> => {
  return table.retryOnConflict(async (turn) => {
    const fresh = turn === 0 ? known : undefined
    const before = fresh ?? (await readUser(table, caller.tenantUserId)) ?? fail(UserNotFound)
    const changed = { ...before, ...(await change(before)) }
    const after = { ...changed, updatedAt: now().toISOString(), version: before.version + 1 }
    const outcome = await saveUser(table, before, after)
    if (outcome === 'saved') return { before, after }
    if (outcome === 'taken') fail(UsernameTaken, { field: 'username' })
    return conflicted
  })
}

const nameProblem = (name: string): FailureKind | undefined => {
  if (name === '') return NameRequired
  return name.length > 120 ? NameTooLong : undefined
}

/** A username that stays is not validated again; only a new one is. */
const newUsernameProblem = async (
  username: string,
  { usernameKey }: TenantUser,
  reserved: boolean,
): Promise<FailureKind | undefined> => {
  const problem = usernameProblem(username)
  if (problem || usernameKeyOf(username) === usernameKey) return problem
  if (await isProfane(username)) return UsernameProfane
  return reserved ? UsernameTaken : undefined
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

/** Fields of a requested change, checked against the current user (rules/users 1). All mistakes are reported together. */
export const profileChange = async (
  request: UserChange,
  user: TenantUser,
  /** Whether the requested name is reserved. */
  reserved: boolean,
): Promise<Partial<TenantUser>> => {
  const { email, tags, onboardingResponses, onboardingCompletedSteps } = request
  if (email !== undefined && normalAddress(email) !== user.email)
    fail(EmailChangeNotSupported, { field: 'email' })
  const name = request.name?.trim()
  const username = request.username?.trim()
  const problems = {
    name: name === undefined ? undefined : nameProblem(name),
    username: username === undefined ? undefined : await newUsernameProblem(username, user, reserved),
  }
  failWithMistakes(
    Object.entries(problems).flatMap(([field, kind]) => (kind === undefined ? [] : [{ kind, field }])),
  )
  return {
    ...ownProfile.changes(request),
    ...(onboardingResponses === undefined ? {} : { onboardingResponses }),
    ...(name === undefined ? {} : { name }),
    ...(username === undefined ? {} : { username, usernameKey: usernameKeyOf(username) }),
    ...(tags === undefined ? {} : { tags: unique(tags) }),
    ...(onboardingCompletedSteps === undefined
      ? {}
      : { onboardingCompletedSteps: unique(onboardingCompletedSteps) }),
  }
}

const folderOf = (tenantKey: string, userId: string): string => `users/${tenantKey}/${userId}`

/** Removes the picture at an address, if this person uploaded it here. Pictures of providers stay. */
export const removePicture = async (
  media: MediaStore,
  { tenantKey, userId, picture }: { tenantKey: string; userId: string; picture: string | undefined },
): Promise<void> => {
  const folder = folderOf(tenantKey, userId)
  const [, name] = picture?.split(`${media.addressOf(folder)}/`) ?? []
  if (name) await media.remove(`${folder}/${name}`)
}

/** Sets the address of the caller's picture in their record, then removes the file of the previous one. */
const replacePicture = async (context: Context<'member'>, picture: string | undefined, self: TenantUser) => {
  const { before } = await changeSelf(context, () => ({ picture }), self)
  const old = { tenantKey: context.tenant.key, userId: before.id, picture: before.picture }
  await removePicture(context.gateways.media, old)
}

/**
 * Stores the picture under a new key, so that caches never show an old one. Then sets its address in the user's record.
 * The previous picture is removed last, so that an address in use always leads to a picture.
 */
export const uploadUserImage: Operation<Rows['uploadUserImage']> = async ({ files }, context) => {
  const file = files.image
  const { gateways, tenant, caller, newId, table } = context
  if (!file || file.bytes.length === 0) return fail(NoFile)
  if (!sniffImage(file.bytes)) fail(UnsupportedImage)
  const [self] = await Promise.all([
    readUser(table, caller.tenantUserId),
    spend(context, 'users.upload', uploadLimits.person, caller.tenantUserId),
  ])
  if (!self) fail(UserNotFound)
  const { bytes, type, extension } = (await renderPicture(file.bytes, 'avatar')) ?? fail(UnsupportedImage)
  const key = `${folderOf(tenant.key, caller.tenantUserId)}/${newId()}.${extension}`
  const picture = gateways.media.addressOf(key)
  await gateways.media.put(key, bytes, type)
  await replacePicture(context, picture, self).catch(async (error: unknown) => {
    await gateways.media.remove(key)
    throw error
  })
  return { imageUrl: picture }
}

/** Removes the caller's picture and its file. A person without a picture stays as they are. */
export const removeUserImage: Operation<Rows['removeUserImage']> = async (_, context) => {
  const self = (await readUser(context.table, context.caller.tenantUserId)) ?? fail(UserNotFound)
  if (self.picture !== undefined) await replacePicture(context, undefined, self)
  return undefined
}

/**
 * A username is how others know a person here, so other schools may not change it. The person would also lose a name
 * they sign in with.
 */
const requireOwnProofForName = (
  { plain }: Caller,
  before: TenantUser,
  { name = before.name, username = before.username }: Partial<TenantUser>,
): void => {
  if (plain && (name !== before.name || username !== before.username)) fail(OwnProofRequired)
}

export const updateUser: Operation<Rows['updateUser']> = async (input, context) => {
  const reserved = input.username !== undefined && (await isReserved(context, input.username.trim()))
  const { after } = await changeSelf(context, async (user) => {
    const change = await profileChange(input, user, reserved)
    requireOwnProofForName(context.caller, user, change)
    return change
  })
  return { user: await readSelf(context.table, after, context.caller) }
}

export const registerPushToken: Operation<Rows['registerPushToken']> = async (
  { pushToken: given, appEdition = 'campus' },
  context,
) => {
  const pushToken = given || fail(PushTokenRequired)
  identityOf(context.caller)
  const { sid: pushSession } = context.caller
  await changeSelf(context, () => ({ pushToken, pushAppEdition: appEdition, pushSession }))
  return { appEdition }
}
