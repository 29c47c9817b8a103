import { type App, CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { AttributeType, Billing, ProjectionType, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { tableDefinition, ttlAttribute } from '../../lib/table/schema.ts'
import { mediaStore } from './media.ts'
import type { Stage } from './stage.ts'

type Keys = ReturnType<typeof tableDefinition>['KeySchema']

const attribute = (keys: Keys, type: 'HASH' | 'RANGE') => ({
  name: keys?.find(({ KeyType }) => KeyType === type)?.AttributeName ?? '',
  type: AttributeType.STRING,
})

const keysOf = (keys: Keys) => ({
  partitionKey: attribute(keys, 'HASH'),
  sortKey: attribute(keys, 'RANGE'),
})

/** The one table, as `lib/table/schema.ts` defines it for every engine. */
const theTable = (stack: Stack): TableV2 => {
  const { KeySchema, GlobalSecondaryIndexes = [] } = tableDefinition('any')
  return new TableV2(stack, 'Table', {
    ...keysOf(KeySchema),
    globalSecondaryIndexes: GlobalSecondaryIndexes.map((index) => ({
      indexName: index.IndexName ?? '',
      ...keysOf(index.KeySchema),
      projectionType: ProjectionType.ALL,
    })),
    billing: Billing.onDemand(),
    timeToLiveAttribute: ttlAttribute,
    dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  })
}

/** Random from its first moment: nobody ever has to make a signing key, and nobody ever sees one. */
const signingSecret = (stack: Stack): Secret =>
  new Secret(stack, 'SigningSecret', {
    description:
      'Signing keys and codes are derived from "current"; "previous" stays valid during a rotation',
    generateSecretString: {
      secretStringTemplate: '{}',
      generateStringKey: 'current',
      passwordLength: 64,
      excludePunctuation: true,
    },
    removalPolicy: RemovalPolicy.RETAIN,
  })

/** What outlives every deployment: the table, uploaded media, the signing secret. */
export const dataStack = (app: App, stage: Stage) => {
  const stack = new Stack(app, `quad-${stage.name}-data`, {
    description: 'Quad: table, media and signing secret',
    terminationProtection: true,
  })
  const table = theTable(stack)
  const secret = signingSecret(stack)
  const media = mediaStore(stack, stage)
  new CfnOutput(stack, 'TableName', { value: table.tableName })
  return { stack, table, secret, media }
}

export type Data = ReturnType<typeof dataStack>
