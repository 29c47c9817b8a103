import { tierUse } from '../../functions/policies/tiers.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { admins } from './administrators.ts'
import { club } from './orgs.ts'
import { founded } from './societies.ts'

/** A school with administrators and a club whose owner founds organizations and asks for their verification. */
export const verifying = async () => {
  const { w, dean, root } = await admins()
  const c = await club(w)
  const submit = (orgId: string, more: object = {}, who = c.owner) =>
    who.device.submitVerificationRequest({ orgId, requestType: 'verification', ...more })
  return {
    w,
    dean,
    root,
    c,
    submit,
    fresh: async (): Promise<string> => (await founded(c.owner)).orgId,
    async say(body: object): Promise<void> {
      const reply = await dean.device.updateManagementConfig(body)
      if (reply.status !== 200) throw new Error(`not said: ${JSON.stringify(reply.body)}`)
    },
    async submitted(orgId: string, more: object = {}): Promise<string> {
      const { status, body } = await submit(orgId, more)
      if (status !== 201) throw new Error(`not submitted: ${JSON.stringify(body)}`)
      return body.data._id
    },
    review: (requestId: string, status: string, more: object = {}, who = dean) =>
      who.device.reviewVerificationRequest({ requestId, status, ...more }),
    cardOf: (orgId: string) => w.table().get(organization, { orgId }, { strong: true }),
    uses: async (tier: string): Promise<number> =>
      (await w.table().get(tierUse, { tier }, { strong: true }))?.count ?? 0,
  }
}
export type Verifying = Awaited<ReturnType<typeof verifying>>
