import { credential, globalUser } from '../../lib/identity/person/records.ts'
import { platformAdmin } from '../../lib/identity/platform-records.ts'
import { samlStages } from '../saml/stages.ts'
import { pendingMails } from '../support/outbox.ts'
import type { Campus } from '../support/replay.ts'
import { schoolStages } from '../support/schools.ts'
import { agendaStages } from './agendas.ts'
import { analyticsStages } from './analytics.ts'
import { announcementStages } from './announcements.ts'
import { approvalStages } from './approvals.ts'
import { attendanceStages } from './attendance.ts'
import { budgetStages } from './budgets.ts'
import { checkinStages } from './checkins.ts'
import { eventStages } from './events.ts'
import { exportStages } from './exports.ts'
import { managementStages } from './management.ts'
import { messageStages } from './messages.ts'
import { notificationStages } from './notifications.ts'
import { organizationStages } from './organizations.ts'
import { planningStages } from './planning.ts'
import { providerStages } from './providers.ts'
import { roomStages } from './rooms.ts'

/** What has to have happened before a sample can succeed; returns what stands in the place of its made-up values. */
type Stage = (campus: Campus) => Promise<Readonly<Record<string, string>>>

/** The code of the newest mail, in the place of the sample's. */
const code = async ({ w }: Campus): Promise<{ '000000': string }> => {
  const newest = (await pendingMails(w.runtime.client, [w.home])).at(-1)
  const nonce = newest?.dynamodb?.NewImage?.nonce?.S
  if (nonce === undefined) throw new Error('no mail with a code is due')
  return { '000000': await w.runtime.issuer.code(nonce) }
}

const passwordCode: Stage = async (campus) => {
  await campus.w.device().forgotPassword({ email: campus.ada.email })
  return code(campus)
}

const affiliatedCode: Stage = async (campus) => {
  const email = campus.addressOf('ada@school.example.edu')
  await campus.ada.agent.requestAffiliatedEmailCode({ email })
  return code(campus)
}

/** By operation. One without an entry succeeds on a campus of which nothing is known but its people. */
const provenAddress: Stage = async ({ w, ada }) => {
  await w.table().update(globalUser, { id: ada.globalUserId }, { set: { emailVerified: true } })
  return {}
}

export const stages: Readonly<Record<string, Stage>> = {
  ...announcementStages,
  ...approvalStages,
  ...eventStages,
  ...agendaStages,
  ...attendanceStages,
  ...checkinStages,
  ...analyticsStages,
  ...budgetStages,
  ...managementStages,
  ...exportStages,
  ...messageStages,
  ...notificationStages,
  ...organizationStages,
  ...planningStages,
  ...roomStages,
  ...schoolStages,
  ...samlStages,
  ...providerStages,
  getSecurityContact: async ({ w }) => {
    Object.assign(w.runtime.settings, { SECURITY_CONTACT: 'mailto:security@demo.example.edu' })
    return {}
  },
  // Everybody of the campus is a member of its own school already.
  joinTenant: async ({ w }) => ({ [w.home]: w.sister }),
  verifyCode: passwordCode,
  resetPassword: passwordCode,
  setPassword: async ({ w, ada }) => {
    await w.table().remove(credential, { globalUserId: ada.globalUserId })
    return {}
  },
  confirmEmail: async (campus) => {
    await campus.ada.agent.requestEmailCode()
    return code(campus)
  },
  requestOwnProof: provenAddress,
  giveOwnProof: async (campus) => {
    await provenAddress(campus)
    await campus.ada.agent.requestOwnProof()
    return code(campus)
  },
  verifyAffiliatedEmail: affiliatedCode,
  unlinkAffiliatedEmail: async (campus) => {
    const email = campus.addressOf('ada@school.example.edu')
    await affiliatedCode(campus)
    await campus.ada.agent.verifyAffiliatedEmail({ email, code: (await code(campus))['000000'] })
    return {}
  },
  // Administrators of other campuses would count in what a list costs.
  listPlatformAdmins: async ({ w, people }) => {
    const { items } = await w.table().list(platformAdmin, { holes: {}, limit: 100 })
    const others = items.filter(({ globalUserId }) => globalUserId !== people.root?.globalUserId)
    for (const { globalUserId } of others) await w.table().remove(platformAdmin, { globalUserId })
    return {}
  },
  removePlatformAdmin: async ({ ada, people }) => {
    await people.root?.agent.addPlatformAdmin({ globalUserId: ada.globalUserId })
    return {}
  },
  stopImpersonation: async ({ ada, people }) => {
    await people.root?.agent.impersonateUser({ identifier: ada.id })
    return {}
  },
  revokeSession: async ({ w, ada }) => {
    const other = w.device()
    await other.login({ email: ada.email, password: 'demo password' })
    const { body } = await other.listSessions()
    const sessions: { id: string; isCurrent: boolean }[] = body.data.sessions
    return { '01DEMO00000000000000000000': sessions.find(({ isCurrent }) => isCurrent)?.id ?? '' }
  },
  removePushDevice: async ({ ada }) => {
    await ada.agent.registerPushToken({ pushToken: 'ExponentPushToken[0000000000000000000000]' })
    const { body } = await ada.agent.listPushDevices()
    return { '01DEMO00000000000000000000': body.data.devices[0]?.id ?? '' }
  },
}
