import { fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import { publicUserOf, readSelf } from '../../lib/identity/people.ts'
import type { Operations } from '../../lib/operation.ts'
import { isProfane } from '../../lib/profanity.ts'
import { changeSelf } from './change.ts'
import type { contract } from './contract.ts'
import { removeAccount } from './deletion.ts'
import {
  PushTokenRequired,
  UserNotFound,
  UsernameProfane,
  UsernameRequired,
  UsernameTaken,
} from './failures.ts'
import { listOf } from './lists.ts'
import { uploadPicture } from './picture.ts'
import { profileChange } from './profile.ts'
import { findUser, findUserByUsername, findUsernameHolder, findUsers } from './repository.ts'
import { searchUsers } from './search.ts'
import { wellFormedUsername } from './username-rule.ts'

const no = ({ message }: { message: string }) => answer(undefined, { success: false, message })

export const operations: Operations<typeof contract> = {
  async updateUser(input, context) {
    const { after } = await changeSelf(context, (user) => profileChange(input, user))
    return { user: await readSelf(context.table, after) }
  },

  async checkUsername({ username: given }, { table, caller }) {
    const username = wellFormedUsername(given)
    const holder = await findUsernameHolder(table, username)
    if (holder === caller.tenantUserId) return undefined
    if (await isProfane(username)) return no(UsernameProfane)
    return holder === undefined ? undefined : no(UsernameTaken)
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
    return { imageUrl: await uploadPicture(files.image, context) }
  },

  async registerPushToken({ pushToken: given, appEdition = 'campus' }, context) {
    const pushToken = given || fail(PushTokenRequired)
    await changeSelf(context, () => ({ pushToken, pushAppEdition: appEdition }))
    return { appEdition }
  },

  async deleteAccount({ password }, context) {
    await removeAccount(password, context)
    return answer(undefined, { clearCookies: true })
  },
}
