import * as z from 'zod/mini'
import { ConcurrentChange, Forbidden, OwnProofRequired } from '../../lib/contract/failures.ts'
import { Id } from '../../lib/contract/fields.ts'
import { AdminUser, PublicUser, SelfUser } from '../../lib/contract/people.ts'
import { pictureLimits } from '../../lib/contract/picture.ts'
import { data, done, flat } from '../../lib/contract/reply.ts'
import { declare, form } from '../../lib/contract/row.ts'
import { days, hours } from '../../lib/contract/time.ts'
import { OwnsOrganizations } from '../members/contract.ts'
import {
  EmailChangeNotSupported,
  LastPlatformAdmin,
  NameRequired,
  NameTooLong,
  NoFile,
  PushRegistration,
  PushTokenRequired,
  RecentLoginRequired,
  SearchPagination,
  UnsupportedImage,
  UserChange,
  UserIds,
  UserNotFound,
  UsernameInvalid,
  UsernameProfane,
  UsernameQuestion,
  UsernameRequired,
  UsernameTaken,
  UsernameTooLong,
  UsernameTooShort,
  UserSearch,
} from './shapes.ts'

const usernameRule = [UsernameRequired, UsernameTooShort, UsernameTooLong, UsernameInvalid] as const

/** Limit on passwords tried in a session that may be stolen. */
export const deletionLimits = { account: { max: 20, seconds: days } } as const
export const uploadLimits = { person: { max: 30, seconds: hours } } as const

export const contract = declare('users', 'Users of a school: profile, people search, leaving', {
  updateUser: {
    summary: "Update the caller's profile",
    method: 'POST',
    path: '/update-user',
    access: 'member',
    body: UserChange,
    reply: data(z.object({ user: SelfUser }), 'User updated successfully'),
    fails: [
      NameRequired,
      NameTooLong,
      ...usernameRule,
      UsernameProfane,
      UsernameTaken,
      EmailChangeNotSupported,
      OwnProofRequired,
      UserNotFound,
      ConcurrentChange,
    ],
    costs: { depth: 3, read: 3, write: 17 },
    example: { as: 'ada', body: { name: 'Ada Lovelace', tags: ['chess', 'music'] } },
  },
  checkUsername: {
    summary: 'Check whether a username is available; `success` is the result',
    method: 'POST',
    path: '/check-username',
    access: 'member',
    body: UsernameQuestion,
    reply: done('Username is available'),
    fails: usernameRule,
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'ada', body: { username: 'countess' } },
  },
  getUser: {
    summary: 'Get a user of this school',
    method: 'GET',
    path: '/get-user',
    access: 'member',
    query: z.strictObject({ userId: Id }),
    reply: flat(z.object({ user: PublicUser }), 'User retrieved'),
    fails: [UserNotFound],
    costs: { depth: 2, read: 2.5, write: 0 },
    example: { as: 'ada', query: { userId: 'demo-user-ben' } },
  },
  getUsers: {
    summary: 'Get up to 100 users of this school, in the order requested; unknown ids are left out',
    method: 'GET',
    path: '/get-users',
    access: 'member',
    query: UserIds,
    reply: flat(z.object({ users: z.array(PublicUser) }), 'Users retrieved'),
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'ada', query: { userIds: '["demo-user-ada","demo-user-ben"]' } },
  },
  searchUsers: {
    summary:
      'Search users by words of their names and usernames; administrators also by complete email address',
    method: 'GET',
    path: '/search-users',
    access: 'member',
    query: UserSearch,
    reply: flat(
      z.object({ data: z.array(z.union([AdminUser, PublicUser])), pagination: SearchPagination }),
      'Users found',
    ),
    fails: [Forbidden],
    costs: { depth: 3, read: 3, write: 0 },
    example: { as: 'ada', query: { query: 'be', limit: '10' } },
  },
  getUserByUsername: {
    summary: 'Get the user of this school with a username, in any case',
    method: 'POST',
    path: '/get-user-by-username',
    access: 'member',
    body: UsernameQuestion,
    reply: flat(z.object({ user: PublicUser }), 'User retrieved'),
    fails: [UsernameRequired, UserNotFound],
    costs: { depth: 3, read: 3, write: 0 },
    example: { as: 'ada', body: { username: 'ben' } },
  },
  uploadUserImage: {
    summary: "Set the caller's picture: JPEG, PNG, GIF or WebP of up to 4 MB",
    publishes: true,
    method: 'POST',
    path: '/upload-user-image',
    access: 'member',
    proof: 'here',
    body: form(z.strictObject({}), 'image', pictureLimits.formBytes),
    takesPictures: true,
    reply: flat(z.object({ imageUrl: z.string() }), 'Image uploaded successfully'),
    fails: [NoFile, UnsupportedImage, UserNotFound, ConcurrentChange],
    limits: uploadLimits,
    costs: { depth: 3, read: 3, write: 3 },
    example: { as: 'ada' },
  },
  registerPushToken: {
    summary: "Register the caller's address for push notifications",
    method: 'POST',
    path: '/register-push-token',
    access: 'member',
    proof: 'here',
    inPerson: true,
    body: PushRegistration,
    reply: data(z.object({ appEdition: z.enum(['campus', 'pivot']) }), 'Push token registered successfully'),
    fails: [PushTokenRequired, UserNotFound, ConcurrentChange],
    costs: { depth: 3, read: 3, write: 2 },
    example: { as: 'ada', body: { pushToken: 'ExponentPushToken[0000000000000000000000]' } },
  },
  deleteAccount: {
    summary: 'Leave this school; leaving the last school deletes the whole account',
    method: 'DELETE',
    path: '/delete-account',
    access: 'member',
    consequence: 'erases',
    proof: 'own',
    inPerson: true,
    body: z.optional(z.strictObject({ password: z.optional(z.string().check(z.maxLength(1024))) })),
    reply: done('Account deleted successfully'),
    fails: [RecentLoginRequired, OwnsOrganizations, LastPlatformAdmin, UserNotFound, ConcurrentChange],
    limits: deletionLimits,
    costs: { depth: 4, read: 10, write: 19 },
    example: { as: 'ben', body: { password: 'demo password' } },
  },
})
