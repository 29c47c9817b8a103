import { FilterCriteria, FilterRule } from 'aws-cdk-lib/aws-lambda'

/** Kinds of items that come often, and that nobody consumes: their changes invoke nothing. */
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

const consumed = [{ 'anything-but': unconsumed }]

/**
 * What reaches the consumer of the stream, and how: only changes of what somebody may consume (of what is gone there is an
 * old image alone), and four batches of one shard at the same time. Notices of one item stay in their order then, which
 * is all that consumers count on (decision 079).
 */
export const deliveredNotices = {
  parallelizationFactor: 4,
  filters: [
    { dynamodb: { NewImage: { entity: { S: consumed } } } },
    { eventName: FilterRule.isEqual('REMOVE'), dynamodb: { OldImage: { entity: { S: consumed } } } },
  ].map((pattern) => FilterCriteria.filter(pattern)),
}
