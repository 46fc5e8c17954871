import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  version: string
  integrity?: string
  optionalDependencies?: Record<string, string>
  hasInstallScript?: boolean
  resolved?: string
}
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}
const installed = Object.entries(lock.packages).filter(([path]) => path !== '')

test('every package in package-lock.json, even an optional one, has an integrity hash', () => {
  const loose = installed
    .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    .map(([path]) => path)
  expect(loose).toEqual([])
})

test('package-lock.json has every system’s platform packages, so that `npm ci` works on each', () => {
  const names = new Set(installed.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13)))
  const wanted = installed.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies))
  for (const platform of ['linux-x64-musl', 'darwin-arm64', 'win32-x64-msvc'])
    expect(wanted).toContain(`@next/swc-${platform}`)
  expect(wanted.filter((name) => !names.has(name))).toEqual([])
})

test('package.json has exact versions of all dependencies', () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('only the packages named in allowScripts may run an install script', () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = new Set(scripted.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13)))
  expect([...names].filter((name) => !(name in manifest.allowScripts))).toEqual([])
})

test('package-lock.json names only the public npm registry', () => {
  const hosts = new Set(
    installed.flatMap(([, { resolved }]) => (resolved ? [new URL(resolved).hostname] : [])),
  )
  expect([...hosts].filter((host) => host !== 'registry.npmjs.org')).toEqual([])
})
