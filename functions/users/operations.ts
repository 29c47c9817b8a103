import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { OwnProofRequired } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import { type Caller, identityOf } from '../../lib/identity/person/caller.ts'
import { publicUserOf, readSelf } from '../../lib/identity/person/people.ts'
import type { TenantUser } from '../../lib/identity/person/records.ts'
import { isReservedUsername, usernamePattern } from '../../lib/identity/person/usernames.ts'
import type { Operations } from '../../lib/operation.ts'
import { isProfane } from '../../lib/profanity.ts'
import type { contract } from './contract.ts'
import { deleteAccount } from './deletion.ts'
import { changeSelf, profileChange, uploadUserImage, wellFormedUsername } from './profile.ts'
import { findUser, findUserByUsername, findUsernameHolder, findUsers, isNameOfSchool } from './repository.ts'
import { listOf, searchUsers } from './search.ts'
import {
  PushTokenRequired,
  UserNotFound,
  UsernameProfane,
  UsernameRequired,
  UsernameTaken,
} from './shapes.ts'

/** Whether a name is reserved at this school: for the platform, or because a school has it as its name. */
const isReserved = async ({ table, tenant }: Context, username: string): Promise<boolean> =>
  usernamePattern.test(username) &&
  (isReservedUsername(username, tenant.key) || (await isNameOfSchool(table, username)))

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

const negativeAnswer = ({ message }: { message: string }) => answer(undefined, { success: false, message })

export const operations: Operations<typeof contract> = {
  async updateUser(input, context) {
    const reserved = input.username !== undefined && (await isReserved(context, input.username.trim()))
    const { after } = await changeSelf(context, async (user) => {
      const change = await profileChange(input, user, reserved)
      requireOwnProofForName(context.caller, user, change)
      return change
    })
    return { user: await readSelf(context.table, after, context.caller) }
  },

  async checkUsername({ username: given }, context) {
    const { table, caller } = context
    const username = wellFormedUsername(given)
    const [holder, reserved] = await Promise.all([
      findUsernameHolder(table, username),
      isReserved(context, username),
    ])
    if (holder === caller.tenantUserId) return undefined
    if (await isProfane(username)) return negativeAnswer(UsernameProfane)
    return holder === undefined && !reserved ? undefined : negativeAnswer(UsernameTaken)
  },

  async getUser({ userId }, { table }) {
    return { user: publicUserOf((await findUser(table, userId)) ?? fail(UserNotFound)) }
  },

  async getUsers({ userIds, 'userIds[]': repeated }, { table }) {
    const ids = listOf(userIds ?? repeated, 'userIds')
    return { users: (await findUsers(table, ids)).map(publicUserOf) }
  },

  searchUsers,

  async getUserByUsername({ username = '' }, { table }) {
    const wanted = username.trim() || fail(UsernameRequired)
    return { user: publicUserOf((await findUserByUsername(table, wanted)) ?? fail(UserNotFound)) }
  },

  async uploadUserImage({ files }, context) {
    return { imageUrl: await uploadUserImage(files.image, context) }
  },

  async registerPushToken({ pushToken: given, appEdition = 'campus' }, context) {
    const pushToken = given || fail(PushTokenRequired)
    identityOf(context.caller)
    const { sid: pushSession } = context.caller
    await changeSelf(context, () => ({ pushToken, pushAppEdition: appEdition, pushSession }))
    return { appEdition }
  },

  async deleteAccount({ password }, context) {
    await deleteAccount(password, context)
    return answer(undefined, { clearCookies: true, forgetsDevice: true })
  },
}
