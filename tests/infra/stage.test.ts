import { describe, expect, it } from 'vitest'
import { memoryOf, pictureDomains } from '../../infra/aws/bundle/picture-decoder.ts'
import { refuseDroppedSettings } from '../../infra/aws/stage.ts'
import { stageValues } from '../../infra/aws/stage-values.ts'
import { read } from '../house/files.ts'
import {
  everything,
  functionsOf,
  platformWith,
  resourcesOf,
  templatesWith,
  theOne,
} from './stack-templates.ts'

const campus = { stage: 'production', domain: 'quad.example.edu', zoneId: 'Z1', zoneName: 'example.edu' }
const full = templatesWith(everything)
const trial = templatesWith()

describe('the stage', () => {
  it('takes settings by name and by stage, the nearer one first', () => {
    const settings = { production: { ACCESS_TOKEN_TTL: 600, COOKIE_SAMESITE: 'lax', memory: 512 } }
    const { stage } = platformWith({ ...campus, settings, ACCESS_TOKEN_TTL: '300' })
    expect(stage.settings).toMatchObject({
      STAGE: 'production',
      COOKIE_DOMAIN: 'quad.example.edu',
      COOKIE_SAMESITE: 'lax',
      ACCESS_TOKEN_TTL: '300',
    })
    expect(stage.values.memory).toBe(512)
  })

  it('is read from cdk.json as the page on the first deployment writes it down, and from nowhere beside', () => {
    const [, block = ''] = /^ {3}```json\n([\s\S]*?)^ {3}```$/m.exec(read('docs/operations.md')) ?? []
    const written = `{${block}}`
    const { stage } = platformWith({ stage: 'production', ...JSON.parse(written).context })
    expect(stage.domain).toBe('quad.example.edu')
    expect(stage.settings.PLATFORM_ADMIN_EMAILS).toBe('it@example.edu')
    expect(() => refuseDroppedSettings(written)).not.toThrow()
    expect(() => refuseDroppedSettings(JSON.stringify(JSON.parse(written).context))).toThrow(
      'outside its context',
    )
  })

  it.each([
    [{ stage: 'No Name' }, /Not a valid stage name/],
    [{ ...campus, zoneName: 'example.org' }, /is not in the zone/],
    [{ settings: { test: { TABLE_NAME: 'mine' } } }, /TABLE_NAME/],
    [{ settings: { test: { memmory: 1 } } }, /No settings that a stage can be given: memmory/],
    [{ memory: ['1'] }, /memory must be a text/],
    [{ ACCESS_TOKEN_TTL: 'soon' }, /ACCESS_TOKEN_TTL=soon/],
    [{ domain: 'https://quad' }, /domain=https:\/\/quad: .*subdomains are schools/],
    [{ ...campus, zoneId: 'zone' }, /zoneId=zone: .*Route 53/],
    [{ alarmEmail: 'nobody' }, /alarmEmail=nobody: .*receives alarms/],
    [{ monthlyBudget: '-5' }, /monthlyBudget=-5: .*dollars/],
    [{ requestsPerSecond: '0' }, /requestsPerSecond=0: .*gateway/],
    [{ requestsAtOnce: 'many' }, /requestsAtOnce=many: .*same moment/],
    [{ memory: '64' }, /memory=64: .*megabytes/],
    [{ architecture: 'sparc' }, /architecture=sparc: .*arm64/],
    [{ reservedConcurrency: 'auth:5' }, /reservedConcurrency=auth:5: .*executions/],
    [{ reservedConcurrency: 'author=5' }, /reservedConcurrency names no function: author/],
    [{ warmReads: '100' }, /warmReads=100: .*read units/],
    [{ warmWrites: '3999' }, /warmWrites=3999: .*write units/],
    [{ logDays: '7' }, /logDays=7: .*kept/],
    [{ weeklyBackups: 'perhaps' }, /weeklyBackups=perhaps: .*35 days/],
    [{ rollout: 'slowly' }, /rollout=slowly: .*takes over/],
    [{ edge: 'cloudfront' }, /edge=cloudfront needs a domain/],
    [{ edge: 'fastly' }, /edge=fastly: .*CloudFront/],
    [{ edgeVersion: 'new' }, /edgeVersion=new: .*rotation/],
    [{ requestsPerAddress: '5' }, /requestsPerAddress=5: .*one address/],
    [{ watch: 'some' }, /watch=some: .*is monitored/],
    [{ pageWebhook: 'http://pager.example' }, /pageWebhook=http:.*pager/],
    [{ backupCopies: 'elsewhere', weeklyBackups: true }, /backupCopies=elsewhere: .*backup vault/],
    [
      { backupCopies: 'arn:aws:backup:eu-west-1:123456789012:backup-vault:copies' },
      /backupCopies needs weeklyBackups/,
    ],
    [{ probeSchool: 'A School' }, /probeSchool=A School: .*probe asks/],
    [{ tableStream: 'restored' }, /tableStream=restored: .*stream/],
  ])('refuses %j', (context, reason) => {
    expect(() => platformWith(context)).toThrow(reason)
  })

  it('has a place in the runbook for every value', () => {
    const page = read('docs/operations.md')
    const rows = Object.entries(stageValues).map(
      ([name, { default: standard, about }]) => `| \`${name}\` | ${standard ?? 'unset'} | ${about} |`,
    )
    expect(rows.filter((row) => !page.includes(row))).toEqual([])
  })
})

describe('a value of a stage', () => {
  it('sizes the functions', () => {
    for (const [domain, { Properties }] of functionsOf(full.functions)) {
      expect(Properties).toMatchObject({ MemorySize: 1769, Architectures: ['arm64'] })
      const reserved: Record<string, number> = { auth: 50, planning: 10 }
      expect(Properties.ReservedConcurrentExecutions).toBe(reserved[domain])
    }
  })

  // rules/http 49
  it('leaves functions that decode pictures enough memory', () => {
    expect(pictureDomains.toSorted()).toEqual(['management', 'organizations', 'pages', 'planning', 'users'])
    expect([memoryOf('users', 256), memoryOf('users', 1769), memoryOf('auth', 256)]).toEqual([
      1024, 1769, 256,
    ])
  })

  it('warms the table and each index, or leaves that to AWS', () => {
    const { WarmThroughput, GlobalSecondaryIndexes } = theOne(
      full.data,
      'AWS::DynamoDB::GlobalTable',
    ).Properties
    const warm = { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 8_000 }
    expect([
      WarmThroughput,
      ...GlobalSecondaryIndexes.map((index: { WarmThroughput: unknown }) => index.WarmThroughput),
    ]).toEqual([warm, warm, warm])
    expect(theOne(trial.data, 'AWS::DynamoDB::GlobalTable').Properties.WarmThroughput).toBeUndefined()
  })

  it('keeps every log for its days', () => {
    const days = (templates: typeof full) =>
      [templates.api, templates.functions].flatMap((template) =>
        resourcesOf(template, 'AWS::Logs::LogGroup').map(([, { Properties }]) => Properties.RetentionInDays),
      )
    expect(new Set(days(full))).toEqual(new Set([30]))
    expect(new Set(days(trial))).toEqual(new Set([90]))
    // The gateway and the release check have logs too.
    expect(days(full)).toHaveLength(functionsOf(full.functions).size + 2)
    expect(theOne(full.watching, 'AWS::Logs::LogGroup').Properties.RetentionInDays).toBe(30)
  })

  it('throttles the gateway', () => {
    const settings = [full, trial].map(({ api }) => theOne(api, 'AWS::ApiGatewayV2::Stage').Properties)
    expect(settings.map(({ DefaultRouteSettings }) => DefaultRouteSettings)).toMatchObject([
      { ThrottlingRateLimit: 2_000, ThrottlingBurstLimit: 3_000 },
      { ThrottlingRateLimit: 1_000, ThrottlingBurstLimit: 2_000 },
    ])
  })

  it('keeps copies of each week for 35 days, or none', () => {
    const plan = theOne(full.data, 'AWS::Backup::BackupPlan').Properties.BackupPlan
    expect(plan.BackupPlanRule).toMatchObject([
      { ScheduleExpression: 'cron(0 3 ? * SUN *)', Lifecycle: { DeleteAfterDays: 35 } },
    ])
    expect(theOne(full.data, 'AWS::Backup::BackupVault').DeletionPolicy).toBe('Retain')
    expect(resourcesOf(trial.data, 'AWS::Backup::BackupPlan')).toEqual([])
  })

  it('copies each weekly backup to a vault elsewhere', () => {
    const vault = 'arn:aws:backup:eu-west-1:123456789012:backup-vault:copies'
    const { data } = templatesWith({ ...everything, backupCopies: vault })
    const [rule] = theOne(data, 'AWS::Backup::BackupPlan').Properties.BackupPlan.BackupPlanRule
    expect(rule.CopyActions).toEqual([
      { DestinationBackupVaultArn: vault, Lifecycle: { DeleteAfterDays: 35 } },
    ])
  })
})
