/** Frequent kinds of items without a consumer. Their change events invoke nothing, on AWS and on one machine. */
export const unconsumed = [
  'DueRow',
  'Engagement',
  'GrowthMonth',
  'Inbox',
  'KeyedAnswer',
  'NoticeSeen',
  'OrgStat',
  'Participation',
  'RateWindow',
  'RolledUp',
  'RollupMonth',
  'Session',
  'ViewMark',
  'WaitlistEntry',
  'WordRow',
] as const
