import { declare } from '../../lib/contract/row.ts'
import { accountRows } from './contract/account-rows.ts'
import { assetRows } from './contract/asset-rows.ts'
import { clubRows } from './contract/club-rows.ts'
import { eventRows } from './contract/event-rows.ts'
import { officerRows } from './contract/officer-rows.ts'
import { personRows } from './contract/person-rows.ts'
import { adminRows } from './contract/staff-rows.ts'

export { calledDomains } from './contract/called-domains.ts'

export const contract = declare('pages', 'Pages for people with a browser', {
  ...assetRows,
  ...eventRows,
  ...clubRows,
  ...accountRows,
  ...personRows,
  ...officerRows,
  ...adminRows,
})
