import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup'
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { accepted } from '../accepted.ts'

/** A copy of the table from each Sunday night, kept for 35 days in a vault that outlives the stack. */
export const weeklyBackups = (stack: Stack, table: ITableV2): void => {
  const vault = new BackupVault(stack, 'Vault', { removalPolicy: RemovalPolicy.RETAIN })
  const plan = new BackupPlan(stack, 'Backups', { backupVault: vault })
  plan.addRule(
    new BackupPlanRule({
      ruleName: 'weekly',
      scheduleExpression: Schedule.cron({ weekDay: 'SUN', hour: '3', minute: '0' }),
      deleteAfter: Duration.days(35),
    }),
  )
  const selection = plan.addSelection('Table', { resources: [BackupResource.fromArn(table.tableArn)] })
  accepted(selection, {
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]':
      'Only AWS Backup takes this role, and AWS keeps the list of what that needs.',
  })
}
