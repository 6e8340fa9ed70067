import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

const notInShared = (name) => ({ name, message: 'shared/ runs everywhere: take it as an argument.' })

const restricted = (selector, message) => ({ selector, message })

const skippedTests = restricted(
  'MemberExpression[object.name=/^(test|it|describe|suite)$/][property.name=/^(only|skip|todo|skipIf|runIf|fails)$/]',
  'Every test runs.',
)

// Texts that a person sees live in renderer/i18n, so that both languages stay complete.
const untranslated = 'Texts that a person sees belong to renderer/i18n.'
const untranslatedText = [
  restricted('JSXText[value=/\\p{L}/u]', untranslated),
  restricted(':matches(JSXElement, JSXFragment) > JSXExpressionContainer > Literal[value=/\\p{L}/u]', untranslated),
  restricted(':matches(JSXElement, JSXFragment) > JSXExpressionContainer > TemplateLiteral[quasis.0.value.raw=/\\p{L}/u]', untranslated),
  restricted('JSXAttribute[name.name=/^(aria-label|aria-description|alt|label|placeholder|title)$/] > Literal[value=/\\p{L}/u]', untranslated),
]

const clockAndChance = [
  restricted('NewExpression[callee.name="Date"][arguments.length=0]', 'Take a Clock as an argument.'),
  restricted('CallExpression[callee.object.name="Date"][callee.property.name="now"]', 'Take a Clock as an argument.'),
  restricted('CallExpression[callee.object.name="Math"][callee.property.name="random"]', 'Take the random source as an argument.'),
]

const modelSdks = { group: ['openai', 'openai/*', '@anthropic-ai/*'], message: 'Provider SDKs belong to shared/providers.' }

export default defineConfig([
  globalIgnores(['**/out/', '**/dist/', '**/node_modules/', '**/coverage/', '**/test-results/', '**/.cache/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.base],
    plugins: { 'react-hooks': reactHooks },
    languageOptions: {
      parserOptions: {
        project: [
          'shared/tsconfig.json',
          'electron/tsconfig.json',
          'electron/tsconfig.preload.json',
          'renderer/tsconfig.json',
          'renderer/service-worker/tsconfig.json',
          'sync-server/tsconfig.json',
          'test/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      'max-lines': ['error', 400],
      'no-console': 'error',
      'no-debugger': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'start' }],
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', skippedTests],
    },
  },
  { files: ['**/log.ts', 'scripts/**/*.ts', 'test/bench/**/*.ts', 'test/e2e/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['shared/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...clockAndChance],
      'no-restricted-globals': [
        'error',
        ...['self', 'window', 'document', 'navigator', 'location', 'indexedDB', 'caches', 'localStorage'].map(notInShared),
        ...['process', 'Buffer', 'fetch', 'performance', 'postMessage'].map(notInShared),
      ],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['@shared/*'], message: 'Inside shared/, imports are relative.' },
            { group: ['@renderer/*', 'electron', 'node:*', 'react', 'react-*', 'dexie', 'zustand'], message: 'shared/ is isomorphic.' },
          ],
        },
      ],
    },
  },
  { files: ['shared/**/*.ts'], ignores: ['shared/providers/**'], rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [modelSdks] }] } },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-syntax': ['error', ...untranslatedText],
      'no-restricted-imports': [
        'error',
        { patterns: [modelSdks, { group: ['electron', 'node:*'], message: 'The renderer reaches its surroundings through the bridge.' }] },
      ],
    },
  },
  {
    files: ['electron/**/*.ts', 'sync-server/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [modelSdks, { group: ['@renderer/*'], message: 'The renderer is another process.' }] }],
    },
  },
])
