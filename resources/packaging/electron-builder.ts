/**
 * What the desktop packages are made of: read by electron-builder, which runs at the top of the checkout after a build:
 * `npx electron-builder --config resources/packaging/electron-builder.ts --linux`. Keys and addresses come from the
 * environment alone; docs/packages.md names them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { layOutPrograms } from './lay-out-programs.ts'

const { env } = process

/** `countersign` in a terminal. */
const COMMAND = `${join(import.meta.dirname, 'usr-bin-countersign')}=/usr/bin/countersign`

/** electron-builder takes one script: its own, which takes away what its other one has put there, and behind it ours. */
const afterRemove = join(import.meta.dirname, '../../dist/after-remove.sh')
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
const templates = join(dirname(builder.resolve('app-builder-lib/package.json')), 'templates/linux')
mkdirSync(dirname(afterRemove), { recursive: true })
writeFileSync(
  afterRemove,
  readFileSync(join(templates, 'after-remove.tpl'), 'utf8') +
    readFileSync(join(import.meta.dirname, 'after-remove.sh'), 'utf8'),
)

const configuration: Configuration = {
  appId: 'dev.countersign.desk',
  productName: 'Countersign',
  copyright: 'MIT licence',
  // What packages of Linux name, and a package of npm need not.
  extraMetadata: {
    desktopName: 'countersign-desk.desktop',
    homepage: 'https://github.com/countersign-desk/countersign',
    author: 'Countersign <maintainers@countersign.dev>',
  },
  directories: { output: 'dist', buildResources: 'resources/packaging' },
  // Patterns that add modules would bring their sources back.
  files: [
    'out/**',
    'resources/**',
    'package.json',
    '!resources/packaging{,/**}',
    '!node_modules/better-sqlite3/{deps,src,binding.gyp}{,/**}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in
    '!node_modules/better-sqlite3/prebuilds/!(${platform}-*)',
  ],
  // Only what the system loads itself lies outside of it, as it reads no archive.
  asar: { smartUnpack: false },
  asarUnpack: ['**/*.node'],
  // better-sqlite3 brings its binaries; a build of it would take others away.
  npmRebuild: false,
  afterPack: layOutPrograms,
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    enableCookieEncryption: true,
    // Looked at by macOS and Windows; Linux has none.
    enableEmbeddedAsarIntegrityValidation: true,
    // The page comes from an own scheme; files need no rights beyond their folder.
    grantFileProtocolExtraPrivileges: false,
    resetAdHocDarwinSignature: true,
  },
  protocols: [{ name: 'Countersign', schemes: ['countersign'] }],
  fileAssociations: [
    {
      ext: 'countersign',
      name: 'Countersign workspace',
      description: 'Workspace of Countersign',
      mimeType: 'application/x-countersign',
      role: 'Viewer',
    },
  ],
  publish: env.COUNTERSIGN_UPDATE_URL ? { provider: 'generic', url: env.COUNTERSIGN_UPDATE_URL } : null,

  linux: {
    target: ['deb', 'rpm', 'AppImage'],
    executableName: 'countersign-desk',
    icon: 'resources/packaging/icons',
    category: 'Development',
    synopsis: 'People supervise AI agents',
    maintainer: 'Countersign <maintainers@countersign.dev>',
    vendor: 'Countersign',
    syncDesktopName: true,
    desktop: { entry: { Keywords: 'agent;approval;mcp;' } },
  },
  deb: {
    depends: [
      ...['libgtk-3-0 | libgtk-3-0t64', 'libnotify4', 'libnss3', 'libxss1', 'libxtst6', 'xdg-utils'],
      ...['libatspi2.0-0 | libatspi2.0-0t64', 'libuuid1', 'libsecret-1-0', 'libasound2 | libasound2t64'],
      // Without them it does not start, and nothing else asks for them on a small system.
      ...['libgbm1', 'libdrm2', 'libx11-xcb1'],
    ],
    afterRemove,
    fpm: [COMMAND],
  },
  rpm: {
    depends: [
      ...['gtk3', 'libnotify', 'nss', 'libXScrnSaver', '(libXtst or libXtst6)', 'xdg-utils', 'at-spi2-core'],
      ...[
        '(libuuid or libuuid1)',
        'libsecret',
        '(mesa-libgbm or libgbm1)',
        '(libX11-xcb or libX11-xcb1)',
        '(alsa-lib or libasound2)',
      ],
    ],
    afterRemove,
    fpm: [COMMAND],
  },

  mac: {
    target: [
      { target: 'dmg', arch: 'universal' },
      { target: 'zip', arch: 'universal' },
    ],
    category: 'public.app-category.developer-tools',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'resources/packaging/entitlements.plist',
    entitlementsInherit: 'resources/packaging/entitlements.plist',
    // The same file in both halves: it is chosen by the processor when it is loaded.
    x64ArchFiles: '**/better-sqlite3/prebuilds/*.node',
    notarize: Boolean(env.APPLE_API_KEY ?? env.APPLE_ID),
    extendInfo: { LSMinimumSystemVersion: '12.0' },
  },

  win: { target: [{ target: 'nsis', arch: ['x64'] }] },
  nsis: {
    // A blank in its name would not be a name in the list of updates.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in
    artifactName: 'Countersign-Setup-${version}-${arch}.${ext}',
    oneClick: false,
    perMachine: false,
    allowElevation: false,
    deleteAppDataOnUninstall: false,
    include: 'resources/packaging/installer.nsh',
  },
}

export default configuration
