import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validations } from 'aws-cdk-lib'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { afterAll, describe, expect, it } from 'vitest'
import { checkRules } from '../../infra/aws/rules.ts'
import { everything, platformWith } from './stack-templates.ts'

const folder = mkdtempSync(join(tmpdir(), 'quad-rules-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Platform = ReturnType<typeof platformWith>

type Report = {
  readonly pluginReports: readonly {
    readonly violations: readonly {
      readonly ruleName: string
      readonly violatingConstructs: readonly { readonly constructPath: string }[]
    }[]
  }[]
}

/** Findings that make its synthesis into `<folder>/<name>` fail, as `<rule> <path>`. */
const findingsIn = ({ app }: Platform, name: string): string[] => {
  checkRules(app)
  try {
    app.synth()
    return []
  } catch {
    const report: Report = JSON.parse(readFileSync(join(folder, name, 'validation-report.json'), 'utf8'))
    return report.pluginReports.flatMap(({ violations }) =>
      violations.flatMap(({ ruleName, violatingConstructs }) =>
        violatingConstructs.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      ),
    )
  }
}

// Each synthesizes a whole platform and looks at every resource.
describe('the rules of AWS Solutions and Serverless', { timeout: 120_000 }, () => {
  it('stop the synthesis of a trial that breaks them, for that alone', () => {
    const platform = platformWith({}, join(folder, 'broken'))
    new Bucket(platform.stacks.data.stack, 'Open')
    const broken = findingsIn(platform, 'broken')
    expect(broken).toContainEqual(expect.stringMatching(/^AwsSolutions-S10 quad-test-data\/Open/))
    expect(broken.filter((finding) => !/ quad-test-data\/Open/.test(finding))).toEqual([])
  })

  // What is accepted and no longer found hides what somebody breaks later.
  it('find nothing in a campus with everything but what is accepted, and all of that', () => {
    const platform = platformWith(everything, join(folder, 'everything'))
    const { app } = platform
    expect(findingsIn(platform, 'everything')).toEqual([])
    const packs = [new AwsSolutionsChecks(app), new ServerlessChecks(app)]
    const acknowledged = app.node.findAll().flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
        .flatMap(({ data }) =>
          Object.keys(data).map((id) => ({
            path: node.path,
            id: id.replace(/^\w+::(?=AwsS|Serverless)/, ''),
          })),
        ),
    )
    const found = packs.flatMap((pack) => {
      Object.defineProperty(pack, 'isAcknowledged', { value: () => false })
      return pack
        .validateScope(app)
        .violations.flatMap(({ ruleName, violatingResources }) =>
          violatingResources.map(({ constructPath }) => ({ ruleName, path: constructPath ?? '' })),
        )
    })
    const idle = acknowledged.filter(
      ({ path, id }) => !found.some((one) => one.ruleName === id && `${one.path}/`.startsWith(`${path}/`)),
    )
    expect(acknowledged.length).toBeGreaterThan(50)
    expect(idle).toEqual([])
  })
})
