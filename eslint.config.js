import next from '@next/eslint-plugin-next'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Imports go one way: app → components → lib. A rule names who may not be reached, and why. */
function forbid(files, patterns) {
  return { files, rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] } }
}
const toApp = { group: ['@/app/*', '**/app/**'], message: 'Imports go app → components → lib, never back.' }
const toComponents = { group: ['@/components/*'], message: 'lib knows nothing of components.' }
const toServer = {
  group: ['@/supabase/*', '@/scripts/*', '@/tests/*'],
  message: 'The product does not import its tools.',
}
const otherRoutes = {
  regex: '^@/app/.*/_|^(\\.\\./)+[^.]*/_',
  message: 'A route keeps its underscored folders to itself; share through components/ or lib/.',
}

export default tseslint.config(
  {
    ignores: [
      '.next/**',
      '.studio/**',
      '.browser/**',
      'next-env.d.ts',
      'test-results/**',
      'playwright-report/**',
    ],
  },
  ...tseslint.configs.strict,
  { ...hooks.configs.flat['recommended-latest'], files: ['app/**', 'components/**'] },
  next.configs['core-web-vitals'],
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@next/next/no-img-element': 'off', // plain img with width and height: no client code (see docs/decisions)
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'no-console': ['error', { allow: ['error', 'warn'] }],
    },
  },
  { files: ['scripts/**', 'supabase/local/**', 'tests/**'], rules: { 'no-console': 'off' } },
  forbid(['lib/**'], [toApp, toComponents, toServer]),
  forbid(['components/**'], [toApp, toServer]),
  forbid(['app/**'], [otherRoutes, toServer]),
)
