/** The three examples of the seed documents as they were found there: without their indentation. */
export const RELEASE_PROMOTE = `
proxy:
expose:
- name: release.promote
title: Promote release
description: Promote a release candidate to production.
aliases: [deploy, ship, push-to-prod]
tags: [release, production]
executor:
kind: cli
connection: kubectl
args: [apply, -f, "$.arguments.manifest"]
`

export const CONTENT_REVIEW = `
workflows:
content_review:
description: Write, review, and publish content.
initialState: drafting
states:
drafting:
transitions:
submit_draft:
title: Submit for review
target: in_review
inputSchema:
type: object
required: [content]
properties:
content: { type: string }
in_review:
transitions:
approve:
title: Approve the content
target: published
actor: human
request_changes:
title: Request changes
target: drafting
actor: human
published:
terminal: true
`

export const DEPLOY_PIPELINE = `
workflows:
deploy_pipeline:
description: Lint, test, build, and deploy a service.
tags: [deploy, ci, pipeline]
initialState: lint
maxChainDepth: 10
inputSchema:
type: object
required: [service]
properties:
service: { type: string }
environment:
type: string
enum: [staging, production]
default: staging
states:
lint:
goal: Validate code quality
transitions:
run_lint:
target: test
actor: deterministic
executor:
kind: cli
command: lint-check
args: ["$.input.service"]
output:
lintPassed: "$.output.json.passed"
lintReport: "$.output.json.report"
test:
goal: Run the test suite
transitions:
run_tests:
target: build
actor: deterministic
executor:
kind: cli
command: test-runner
args: ["$.input.service"]
output:
testsPassed: "$.output.json.passed"
testCount: "$.output.json.count"
coverage: "$.output.json.coverage"
build:
goal: Build the deployment artifact
transitions:
build_artifact:
target: ready_to_deploy
actor: deterministic
executor:
kind: cli
command: build-artifact
args: ["$.input.service"]
output:
artifactId: "$.output.json.artifactId"
ready_to_deploy:
goal: Confirm deployment
guidance: >
All automated checks passed. Review the lint report,
test results, and build artifact before deciding to deploy.
transitions:
deploy:
title: Deploy to environment
target: deployed
actor: agent
prefill:
artifact: "$.context.artifactId"
env: "$.workflow.input.environment"
executor:
kind: cli
command: deploy
args: ["$.context.artifactId", "$.input.environment"]
abort:
title: Abort deployment
target: aborted
actor: agent
deployed:
terminal: true
aborted:
terminal: true
`
