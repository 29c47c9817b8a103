import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { deleteAccount } from './deletion.ts'
import { registerPushToken, removeUserImage, updateUser, uploadUserImage } from './profile.ts'
import { searchUsers } from './search.ts'
import { getUser, getUserByUsername, getUsers } from './user.ts'
import { checkUsername } from './usernames.ts'

export const operations: Operations<typeof contract> = {
  updateUser,
  checkUsername,
  getUser,
  getUsers,
  searchUsers,
  getUserByUsername,
  uploadUserImage,
  removeUserImage,
  registerPushToken,
  deleteAccount,
}
