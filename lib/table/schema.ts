import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'

export const ttlAttribute = 'ttl'
/** Marks an item imported from another installation. It did not happen here, so it causes no change event. */
export const importedAttribute = 'brought'
/** Marks an item created by a request that may be sent again: see `RepeatableRequest`. */
export const requestMarkAttribute = 'runMark'
export const indexNames = ['gsi1', 'gsi2'] as const
export type IndexName = (typeof indexNames)[number]

/** The one table: tenant-prefixed and global partitions, two sparse indexes, the stream with both images. */
export const tableDefinition = (TableName: string): CreateTableCommandInput => ({
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk', ...indexNames.flatMap((name) => [`${name}pk`, `${name}sk`])].map(
    (AttributeName) => ({ AttributeName, AttributeType: 'S' as const }),
  ),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: indexNames.map((name) => ({
    IndexName: name,
    KeySchema: [
      { AttributeName: `${name}pk`, KeyType: 'HASH' as const },
      { AttributeName: `${name}sk`, KeyType: 'RANGE' as const },
    ],
    Projection: { ProjectionType: 'ALL' as const },
  })),
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
})
