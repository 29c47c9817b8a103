import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import { CnameRecord, HostedZone, MxRecord, TxtRecord } from 'aws-cdk-lib/aws-route53'
import {
  CloudWatchDimensionSource,
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import type { Stage } from '../stage.ts'

/** The address and the domain of `MAIL_FROM`, which is `Name <address>` or a bare address. */
export const senderOf = ({ settings: { MAIL_FROM = '' } }: Stage) => {
  const address = /<([^>]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM
  return { address, domain: address.split('@')[1] ?? address }
}

/** The configuration set that counts a stage's mails. */
export const configurationSetName = ({ name }: Stage): string => `quad-${name}`

/** Whether the stage has a real sender address. A trial has none until an operator sets one. */
export const sendsMail = (stage: Stage): boolean => !senderOf(stage).domain.endsWith('.invalid')

const sendingSet = (stack: Stack, stage: Stage): ConfigurationSet => {
  const set = new ConfigurationSet(stack, 'Sending', {
    configurationSetName: configurationSetName(stage),
    reputationMetrics: true,
    tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    // An address that bounced or complained once gets no more mail.
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
  })
  set.addEventDestination('Counts', {
    destination: EventDestination.cloudWatchDimensions([
      {
        source: CloudWatchDimensionSource.MESSAGE_TAG,
        name: 'ses:configuration-set',
        defaultValue: configurationSetName(stage),
      },
    ]),
    events: [
      EmailSendingEvent.SEND,
      EmailSendingEvent.DELIVERY,
      EmailSendingEvent.BOUNCE,
      EmailSendingEvent.COMPLAINT,
      EmailSendingEvent.REJECT,
    ],
  })
  return set
}

/** Publishes the identity's keys in the zone, or outputs the records to publish. */
const publishKeys = (stack: Stack, stage: Stage, identity: EmailIdentity): void => {
  const { zone } = stage
  const { domain } = senderOf(stage)
  const ours = zone !== undefined && (domain === zone.zoneName || domain.endsWith(`.${zone.zoneName}`))
  for (const [at, { name, value }] of identity.dkimRecords.entries()) {
    if (!ours) {
      new CfnOutput(stack, `Key${at + 1}`, { value: `${name} CNAME ${value}` })
      continue
    }
    new CnameRecord(stack, `Key${at + 1}`, {
      zone: HostedZone.fromHostedZoneAttributes(stack, `Zone${at + 1}`, zone),
      // AWS knows this name only at deployment. The trailing dot marks it as complete, so that the zone is not
      // appended.
      recordName: `${name}.`,
      domainName: value,
    })
  }
}

/** The bounce domain: a subdomain of the sender, covered by SPF. */
const bounceName = (stage: Stage): string => `bounce.${senderOf(stage).domain}`

/**
 * Publishes in DNS which servers send for the domain, and how to treat other mail. A domain outside the stage may have
 * its own policy; then the outputs show the records to enter.
 */
const publishPolicy = (stack: Stack, stage: Stage): void => {
  const { zone, domain: own } = stage
  const { domain } = senderOf(stage)
  const exchange = `feedback-smtp.${stack.region}.amazonses.com`
  const spf = 'v=spf1 include:amazonses.com -all'
  const dmarc = 'v=DMARC1; p=quarantine; adkim=r; aspf=r'
  if (zone !== undefined && domain === own) {
    const at = HostedZone.fromHostedZoneAttributes(stack, 'PolicyZone', zone)
    const bounces = `${bounceName(stage)}.`
    new MxRecord(stack, 'Bounces', {
      zone: at,
      recordName: bounces,
      values: [{ priority: 10, hostName: exchange }],
    })
    new TxtRecord(stack, 'Spf', { zone: at, recordName: bounces, values: [spf] })
    new TxtRecord(stack, 'Dmarc', { zone: at, recordName: `_dmarc.${domain}.`, values: [dmarc] })
    return
  }
  new CfnOutput(stack, 'BouncesRecord', { value: `${bounceName(stage)} MX 10 ${exchange}` })
  new CfnOutput(stack, 'SpfRecord', { value: `${bounceName(stage)} TXT "${spf}"` })
  new CfnOutput(stack, 'DmarcRecord', { value: `_dmarc.${domain} TXT "${dmarc}"` })
}

/**
 * Permits sending mail as the domain of `MAIL_FROM`: an SES identity with keys in DNS, and its metrics. An account that
 * already has that identity leaves out this stack.
 */
export const mailStack = (app: App, stage: Stage) => {
  const stack = new Stack(app, `quad-${stage.name}-mail`, { description: 'Quad: the sender of mail' })
  const configurationSet = sendingSet(stack, stage)
  const identity = new EmailIdentity(stack, 'Sender', {
    identity: Identity.domain(senderOf(stage).domain),
    configurationSet,
    mailFromDomain: bounceName(stage),
  })
  publishKeys(stack, stage, identity)
  publishPolicy(stack, stage)
  return { stack }
}
