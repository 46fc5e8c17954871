// @module-tag full
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { canUpdate, serverOfYourOwn } from '../server-of-your-own'

/** The id of the Linux user `nobody`. */
const NOBODY = 65_534

let server: Awaited<ReturnType<typeof serverOfYourOwn>> | undefined
afterEach(() => server?.close())

// A program in place of the site. It responds with its version, logs its user and environment,
// serves the files that existed at its start, and reports the health that the file `health` says.
const site = `
import { createServer } from 'node:http'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
const [version, health] = [readFileSync('version', 'utf8'), Number(readFileSync('health', 'utf8'))]
const files = readdirSync('.next/static')
const id = readFileSync('.next/BUILD_ID', 'utf8')
console.log('Run by', process.getuid(), process.env.SECRET_OF_ROOT, process.env.GREETING)
createServer(({ url }, response) => {
  const body = url === '/api/health' ? JSON.stringify({ status: 'ok', build: id }) : version
  response.statusCode = url === '/api/health' ? health : url === '/' || files.includes(url.slice(1)) ? 200 : 404
  response.setHeader('connection', 'close').end(body)
}).listen(process.argv[process.argv.indexOf('--port') + 1])`
const build = `test "$(cat version)" != broken
mkdir -p .next/static .next/cache
touch ".next/static/$(cat version).js"
cat version > .next/BUILD_ID
{ id -u; env; } > builder
echo "$NEXT_SERVER_ACTIONS_ENCRYPTION_KEY" > key`

test.skipIf(!canUpdate)(
  'a failed update leaves the site alone; a successful one keeps open pages’ scripts and forms',
  async () => {
    server = await serverOfYourOwn({ GREETING: 'kia ora=' }, build)
    const { base, url, commit, update } = server
    const read = async (path: string) => {
      const response = await fetch(url + path)
      return `${response.status} ${await response.text()}`
    }
    commit({ version: 'one', health: '200', 'scripts/watch-site.mjs': site })
    const install = await update()
    expect(install).toMatchObject({ code: 0 })
    expect(await read('/')).toBe('200 one')
    const first = realpathSync(join(base, 'current'))
    const own = process.getuid?.() || NOBODY
    expect(install.output, 'the user who tries the site').toContain(`Run by ${own} undefined kia ora=\n`)
    const builder = readFileSync(join(first, 'builder'), 'utf8')
    expect(builder, 'the user who builds it').toMatch(new RegExp(`^${own}\n`))
    expect(builder).not.toMatch(/kelp|GREETING/)
    expect(statSync(join(first, 'version')).uid, 'the owner of the build').toBe(process.getuid?.())

    commit({ version: 'broken' })
    expect(await update()).toMatchObject({
      code: 1,
      output: expect.stringContaining('The build failed. The running site is as it was.') as string,
    })
    expect(realpathSync(join(base, 'current'))).toBe(first)
    expect(readdirSync(join(base, 'releases')), 'without the failed build').toHaveLength(1)

    commit({ version: 'two' })
    expect(await update()).toMatchObject({ code: 0 })
    expect(await read('/')).toBe('200 two')
    const second = realpathSync(join(base, 'current'))
    commit({ version: 'three' })
    expect(await update()).toMatchObject({ code: 0 })
    for (const version of ['one', 'two', 'three'])
      expect(await read(`/${version}.js`), version).toBe('200 three')

    const third = realpathSync(join(base, 'current'))
    commit({ version: 'unstarted' })
    expect(await update({ restart: 'true ' }), 'the port still runs the last build').toMatchObject({
      code: 1,
      output: expect.stringContaining('The site did not start on the new build') as string,
    })
    expect(realpathSync(join(base, 'current'))).toBe(third)

    expect(await update({ back: true })).toMatchObject({ code: 0 })
    for (const version of ['one', 'two', 'three'])
      expect(await read(`/${version}.js`), `${version}, gone back to two`).toBe('200 two')
    expect(realpathSync(join(base, 'current'))).toBe(second)
    expect(await update({ back: true }), 'and forward again').toMatchObject({ code: 0 })
    expect(realpathSync(join(base, 'current'))).toBe(third)

    const key = readFileSync(join(first, 'key'), 'utf8')
    expect(key).toMatch(/^[\w+/]{43}=\n$/)
    expect(readFileSync(join(base, 'current/key'), 'utf8')).toBe(key)

    mkdirSync(join(base, 'releases/of-somebody-else'))
    const old = new Date(Date.now() - 61 * 60_000)
    for (const release of readdirSync(join(base, 'releases')))
      utimesSync(join(base, 'releases', release), old, old)
    commit({ version: 'four' })
    expect(await update()).toMatchObject({ code: 0 })
    expect(await read('/three.js'), 'of the last build').toBe('200 four')
    expect(await read('/one.js'), 'replaced more than an hour ago').toBe('404 four')
    const left = readdirSync(join(base, 'releases'))
    expect(left, 'folders of other programs stay').toContain('of-somebody-else')
    expect(left).toHaveLength(3)
  },
)

test.skipIf(!canUpdate)('visitors never get a build that does not work on this server', async () => {
  server = await serverOfYourOwn({}, build)
  server.commit({ version: 'one', health: '200', 'scripts/watch-site.mjs': site })
  expect(await server.update()).toMatchObject({ code: 0 })
  server.commit({ version: 'two', 'scripts/watch-site.mjs': 'process.exit(1)' })
  expect(await server.update()).toMatchObject({
    code: 1,
    output: expect.stringContaining('does not work here. The running site is as it was.') as string,
  })
  expect(await (await fetch(server.url)).text()).toBe('one')
})

test.skipIf(!canUpdate || process.getuid?.() !== 0)(
  'a user who may not read the environment file learns to run the update as root',
  async () => {
    server = await serverOfYourOwn({}, build)
    server.commit({ version: 'one' })
    expect(await server.update({ uid: NOBODY })).toMatchObject({
      code: 1,
      output: `Only root reads ${join(server.base, 'env')}, so run this as root.\n`,
    })
  },
)
