import * as z from 'zod/mini'
import { conflict, invalid, notFound } from '../../lib/contract/failure.ts'
import {
  ConcurrentChange,
  MailboxOfSchool,
  SessionRevoked,
  StrongProofRequired,
} from '../../lib/contract/failures.ts'
import { EmptyBody, text } from '../../lib/contract/fields.ts'
import { data, done } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { hours, minutes } from '../../lib/contract/time.ts'
import { codeLimits, InvalidCode } from '../passwords/contract.ts'

export const EduRequired = invalid('Please use a valid .edu email address', 'EMAIL_INVALID')
export const AffiliatedTaken = invalid('This .edu email is already verified by another user', 'EMAIL_TAKEN')
export const NotLinked = notFound('No school email is linked', 'NOT_FOUND')
export const AlreadyVerified = conflict('This e-mail address is already verified', 'ALREADY_VERIFIED')

export const AddressUnproven = conflict('Verify your e-mail address first', 'EMAIL_NOT_VERIFIED')

export const checkLimits = { address: { max: 300, seconds: 15 * minutes } } as const
export const requestLimits = { account: { max: 5, seconds: hours } } as const
/** Bounds what many accounts together can send to one mailbox. */
export const affiliatedLimits = {
  account: { max: 5, seconds: hours },
  mailbox: { max: 5, seconds: hours },
} as const

const code = text(64)

export const contract = declare('emails', 'Verification of email addresses', {
  checkEmail: {
    summary: 'Check the format of an email address; nothing is sent',
    method: 'POST',
    path: '/verify-email',
    access: 'anyone',
    duringMaintenance: true,
    body: z.strictObject({ email: z.string().check(z.trim(), z.maxLength(1024)) }),
    reply: data(z.object({ result: z.enum(['deliverable', 'undeliverable']) })),
    limits: checkLimits,
    costs: { depth: 1, read: 0, write: 1 },
    example: { body: { email: 'ada@demo.example.edu' } },
  },
  requestEmailCode: {
    summary: "Send a code to the caller's email address",
    method: 'POST',
    path: '/verify-email/request',
    access: 'caller',
    host: 'both',
    inPerson: true,
    body: EmptyBody,
    reply: done('Verification code sent successfully'),
    fails: [AlreadyVerified, SessionRevoked],
    limits: requestLimits,
    costs: { depth: 3, read: 3, write: 5 },
    example: { as: 'ada' },
  },
  confirmEmail: {
    summary: "Verify the caller's email address with the code",
    method: 'POST',
    path: '/verify-email/confirm',
    access: 'caller',
    host: 'both',
    inPerson: true,
    body: z.strictObject({ code }),
    reply: done('Email verified successfully'),
    fails: [InvalidCode, SessionRevoked, ConcurrentChange],
    limits: codeLimits,
    costs: { depth: 5, read: 6.5, write: 15 },
    example: { as: 'ada', body: { code: '000000' } },
  },
  requestOwnProof: {
    summary: "Send a code to the caller's verified address, to confirm their identity in this session",
    method: 'POST',
    path: '/auth/proof/request',
    access: 'caller',
    host: 'both',
    inPerson: true,
    duringMaintenance: true,
    body: EmptyBody,
    reply: done('Verification code sent successfully'),
    fails: [AddressUnproven, MailboxOfSchool, SessionRevoked],
    limits: requestLimits,
    costs: { depth: 3, read: 3, write: 5 },
    example: { as: 'ada' },
  },
  giveOwnProof: {
    summary: "Confirm the caller's identity in this session with the code",
    method: 'POST',
    path: '/auth/proof',
    access: 'caller',
    host: 'both',
    inPerson: true,
    duringMaintenance: true,
    body: z.strictObject({ code }),
    reply: done('Identity confirmed', { tokens: 'top' }),
    fails: [
      InvalidCode,
      AddressUnproven,
      MailboxOfSchool,
      StrongProofRequired,
      SessionRevoked,
      ConcurrentChange,
    ],
    limits: codeLimits,
    costs: { depth: 5, read: 5.5, write: 11 },
    example: { as: 'ada', body: { code: '000000' } },
  },
  requestAffiliatedEmailCode: {
    summary: 'Send a code to a .edu address that the caller wants to link',
    method: 'POST',
    path: '/verify-affiliated-email/request',
    access: 'member',
    proof: 'here',
    factor: 'shown',
    inPerson: true,
    body: z.strictObject({ email: text(254) }),
    reply: done('Verification code sent successfully'),
    fails: [EduRequired, AffiliatedTaken],
    limits: affiliatedLimits,
    costs: { depth: 3, read: 4, write: 7 },
    example: { as: 'ada', body: { email: 'ada@school.example.edu' } },
  },
  verifyAffiliatedEmail: {
    summary: 'Link the .edu address to the caller who requested its code',
    method: 'POST',
    path: '/verify-affiliated-email/verify',
    access: 'member',
    proof: 'here',
    factor: 'shown',
    inPerson: true,
    body: z.strictObject({ email: text(254), code }),
    reply: done('Email verified successfully'),
    fails: [InvalidCode, AffiliatedTaken, ConcurrentChange],
    limits: codeLimits,
    costs: { depth: 5, read: 5.5, write: 14 },
    example: { as: 'ada', body: { email: 'ada@school.example.edu', code: '000000' } },
  },
  unlinkAffiliatedEmail: {
    summary: "Unlink the caller's .edu address",
    method: 'POST',
    path: '/verify-affiliated-email/unlink',
    access: 'member',
    proof: 'here',
    factor: 'shown',
    inPerson: true,
    body: EmptyBody,
    reply: done('School email unlinked successfully'),
    fails: [NotLinked, ConcurrentChange],
    costs: { depth: 3, read: 3, write: 9 },
    example: { as: 'ada' },
  },
})
