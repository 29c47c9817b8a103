import { type App, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup'
import {
  AttributeType,
  Billing,
  type ITableV2,
  ProjectionType,
  StreamViewType,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { indexNames, tableDefinition, ttlAttribute } from '../../../lib/table/schema.ts'
import { accepted } from '../rules.ts'
import { type Stage, watchOf } from '../stage.ts'
import { visitSecret } from '../visits/visit-secret.ts'
import { exportStore, mediaStore, putAsideStore } from './buckets.ts'
import { edgeSecret } from './edge-secret.ts'

const copyTo = (stack: Stack, vaultArn: string) => ({
  destinationBackupVault: BackupVault.fromBackupVaultArn(stack, 'CopyVault', vaultArn),
  deleteAfter: Duration.days(35),
})

/** A weekly backup of the table on Sunday night, kept for 35 days in a vault that outlives the stack. */
export const weeklyBackups = (stack: Stack, table: ITableV2, { values: { backupCopies } }: Stage) => {
  const vault = new BackupVault(stack, 'Vault', { removalPolicy: RemovalPolicy.RETAIN })
  const plan = new BackupPlan(stack, 'Backups', { backupVault: vault })
  plan.addRule(
    new BackupPlanRule({
      ruleName: 'weekly',
      scheduleExpression: Schedule.cron({ weekDay: 'SUN', hour: '3', minute: '0' }),
      deleteAfter: Duration.days(35),
      ...(backupCopies === undefined ? {} : { copyActions: [copyTo(stack, backupCopies)] }),
    }),
  )
  const selection = plan.addSelection('Table', { resources: [BackupResource.fromArn(table.tableArn)] })
  accepted(selection, {
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]':
      'Only AWS Backup takes this role, and AWS keeps the list of what that needs.',
  })
  return vault
}

type Keys = ReturnType<typeof tableDefinition>['KeySchema']

const attribute = (keys: Keys, type: 'HASH' | 'RANGE') => ({
  name: keys?.find(({ KeyType }) => KeyType === type)?.AttributeName ?? '',
  type: AttributeType.STRING,
})

const keysOf = (keys: Keys) => ({
  partitionKey: attribute(keys, 'HASH'),
  sortKey: attribute(keys, 'RANGE'),
})

const warmth = ({ values: { warmReads, warmWrites } }: Stage) =>
  warmReads === undefined && warmWrites === undefined
    ? {}
    : {
        warmThroughput: {
          ...(warmReads === undefined ? {} : { readUnitsPerSecond: warmReads }),
          ...(warmWrites === undefined ? {} : { writeUnitsPerSecond: warmWrites }),
        },
      }

/** The one table, as `lib/table/schema.ts` defines it for every engine. */
const theTable = (stack: Stack, stage: Stage): TableV2 => {
  const { KeySchema, GlobalSecondaryIndexes = [] } = tableDefinition('any')
  return new TableV2(stack, 'Table', {
    ...keysOf(KeySchema),
    globalSecondaryIndexes: GlobalSecondaryIndexes.map((index) => ({
      indexName: index.IndexName ?? '',
      ...keysOf(index.KeySchema),
      projectionType: ProjectionType.ALL,
      ...warmth(stage),
    })),
    ...warmth(stage),
    billing: Billing.onDemand(),
    timeToLiveAttribute: ttlAttribute,
    dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  })
}

/** The table that replaces the stack's own one after a manual restore, with its own stream. */
const tableOf = (stack: Stack, own: TableV2, { values: { tableStream } }: Stage): ITableV2 =>
  tableStream === undefined
    ? own
    : TableV2.fromTableAttributes(stack, 'Restored', {
        tableArn: tableStream.replace(/\/stream\/.*$/, ''),
        tableStreamArn: tableStream,
        globalIndexes: [...indexNames],
      })

/** Random from the start: no person creates or sees a signing key. */
const signingSecret = (stack: Stack): Secret => {
  const secret = new Secret(stack, 'SigningSecret', {
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
  accepted(secret, {
    'AwsSolutions-SMG4':
      'A rotation keeps the former value for 30 days, so that nobody is signed out, and a leak must not: people decide which it is. The runbook says how.',
  })
  return secret
}

/**
 * Exports all values that other stacks may use, used or not. An export can be removed only when no stack uses it, so
 * switching to a restored table would otherwise take two deployments.
 */
const exportAll = (stack: Stack, table: TableV2): void => {
  for (const value of [table.tableArn, table.tableName, table.tableStreamArn]) stack.exportValue(value)
}

/** Resources that outlive every deployment: the table, uploaded media, the signing secret. */
export const dataStack = (app: App, stage: Stage) => {
  const stack = new Stack(app, `quad-${stage.name}-data`, {
    description: 'Quad: table, media and signing secret',
    terminationProtection: true,
  })
  const own = theTable(stack, stage)
  exportAll(stack, own)
  const table = tableOf(stack, own, stage)
  const secret = signingSecret(stack)
  const media = mediaStore(stack, stage)
  const exports = exportStore(stack)
  const putAside = putAsideStore(stack)
  const edgeKeys = stage.values.edge === 'none' ? undefined : edgeSecret(stack, stage)
  const visitKey = watchOf(stage) === 'none' ? undefined : visitSecret(stack, stage)
  const vault = stage.values.weeklyBackups ? weeklyBackups(stack, table, stage) : undefined
  const outputs = {
    TableName: table.tableName,
    MediaBucket: media.bucket.bucketName,
    MediaOrigin: media.origin,
    ExportsBucket: exports.bucket.bucketName,
    PutAsideBucket: putAside.bucket.bucketName,
    SigningSecretId: secret.secretArn,
  }
  for (const [id, value] of Object.entries(outputs)) new CfnOutput(stack, id, { value })
  return { stack, table, secret, media, exports, putAside, edgeKeys, visitKey, vault }
}

export type Data = ReturnType<typeof dataStack>
