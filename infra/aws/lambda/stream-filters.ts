import { FilterCriteria, FilterRule } from 'aws-cdk-lib/aws-lambda'
import { unconsumed } from '../../unconsumed-kinds.ts'

const consumed = [{ 'anything-but': unconsumed }]

/**
 * Filters and parallelism of the stream consumer. Only changes of kinds with a consumer arrive; a removed item has only
 * an old image. Four batches of one shard run in parallel. Change events of one item stay in order, which is all that
 * consumers rely on (decision 073).
 */
export const deliveredChangeEvents = {
  parallelizationFactor: 4,
  filters: [
    { dynamodb: { NewImage: { entity: { S: consumed } } } },
    { eventName: FilterRule.isEqual('REMOVE'), dynamodb: { OldImage: { entity: { S: consumed } } } },
  ].map((pattern) => FilterCriteria.filter(pattern)),
}
