import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProcess, startProcess, untilReady } from '../processes/processes.mjs'
import { root } from '../processes/workspace.mjs'
import { requireProgram } from './programs.mjs'

/**
 * A site that is reached over HTTPS and forwards to an application over HTTP.
 *
 * @typedef {object} Site
 * @property {string} host the public host name; requests for other names are rejected
 * @property {number} port
 * @property {number} application the port on 127.0.0.1 where the application listens
 * @property {boolean} forwardsHost whether nginx has the configuration of the documentation, which
 *   sets `Host` and the forwarded headers itself, whatever the client sent; otherwise it sends none
 */

/**
 * Starts a separate nginx on 127.0.0.1, in a temporary folder and with a certificate for the given
 * sites.
 *
 * @param {readonly Site[]} sites
 * @returns {Promise<{ certificate: string, stop: () => Promise<void> }>} `certificate` is a
 *   self-signed certificate as PEM
 * @throws {Error} with the end of its log, or with instructions when nginx is not installed
 */
export function startNginx(sites) {
  return startNginxWith({
    hosts: sites.map(({ host }) => host),
    ports: sites.map(({ port }) => port),
    http: serverBlocks(sites),
  })
}

/**
 * Does the same with server blocks of your own. The paths `certificate.pem` and `key.pem` in them
 * are those of the certificate.
 *
 * @param {object} options
 * @param {readonly string[]} options.hosts the names in the certificate
 * @param {readonly number[]} options.ports where it listens
 * @param {string} options.http the content of the `http` block
 * @returns {Promise<{ certificate: string, stop: () => Promise<void> }>} as above
 * @throws {Error} as above
 */
export async function startNginxWith({ hosts, ports, http }) {
  const nginx = requireProgram('nginx', 'nginx')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-nginx-'))
  // When root starts nginx, its workers run as another user.
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'temporary'))
  await makeCertificate(folder, [...new Set(hosts)])
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, http))
  const args = ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr']
  const handle = startProcess({ name: 'nginx', program: nginx, args, cwd: folder, env: process.env })
  const stop = async () => {
    await handle.stop()
    rmSync(folder, { recursive: true })
  }
  try {
    for (const port of ports) await untilReady(handle, () => isListening(port), 10_000)
    return { certificate: readFileSync(join(folder, 'certificate.pem'), 'utf8'), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Writes `key.pem` and a self-signed `certificate.pem`, with openssl.
 *
 * @param {string} folder
 * @param {readonly string[]} hosts
 */
export async function makeCertificate(folder, hosts) {
  const names = hosts.map((host) => `DNS:${host}`).join(',')
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-keyout', 'key.pem']
  const args = [
    'req',
    '-x509',
    ...key,
    '-out',
    'certificate.pem',
    '-days',
    '2',
    '-subj',
    '/CN=latchkey-tests',
    '-addext',
    `subjectAltName=${names}`,
  ]
  const command = {
    name: 'openssl req',
    program: requireProgram('nginx', 'openssl'),
    args,
    cwd: folder,
    env: process.env,
  }
  const { ok, output } = await runProcess(command)
  if (!ok) throw new Error(`openssl created no certificate.\n${output}`)
}

/**
 * @param {string} folder
 * @param {string} http
 */
function configuration(folder, http) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `  ${what}_temp_path ${folder}/temporary/${what};`,
  )
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
${temporary.join('\n')}
  ssl_certificate ${folder}/certificate.pem;
  ssl_certificate_key ${folder}/key.pem;
${http}
}
`
}

/**
 * Returns the server blocks of sites: those of the documentation, or without forwarded headers.
 *
 * @param {readonly Site[]} sites
 */
function serverBlocks(sites) {
  const forwarding = sites.filter(({ forwardsHost }) => forwardsHost)
  const others = sites.filter(({ forwardsHost }) => !forwardsHost)
  return [documented(forwarding), ...others.map(withoutForwarding)].join('\n')
}

/**
 * Returns the configuration that the documentation shows, for these sites: its blocks, with other
 * names and ports. The certificate is that of all sites.
 *
 * @param {readonly Site[]} sites
 */
function documented(sites) {
  const page = readFileSync(join(root, 'docs', 'deploy', 'reverse-proxy.md'), 'utf8')
  const [, block = ''] = /^```nginx\n(.*?)^```$/ms.exec(page) ?? []
  const withoutFiles = block.replaceAll(/^ *ssl_.*\n/gm, '')
  const [, map = '', refusing = '', serving = ''] =
    /^(map .*?^}\n)(server .*?^}\n)(server .*?^}\n)server /ms.exec(withoutFiles) ?? []
  if (serving === '') throw new Error('docs/deploy/reverse-proxy.md shows no configuration for nginx.')
  const servers = sites.map(({ host, port, application }) =>
    (refusing + serving)
      .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('app.example.com', host)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${application}`),
  )
  return [map, ...servers].join('')
}

/**
 * A proxy that sends no forwarded headers. By default nginx passes on what a client sent; it does
 * not send a header with an empty value.
 *
 * @param {Site} site
 */
function withoutForwarding({ host, port, application }) {
  return `
  server {
    listen 127.0.0.1:${port} ssl default_server;
    server_name _;
    return 421;
  }
  server {
    listen 127.0.0.1:${port} ssl;
    server_name ${host};
    location / {
      proxy_pass http://127.0.0.1:${application};
      proxy_http_version 1.1;
      proxy_set_header X-Forwarded-Host "";
      proxy_set_header X-Forwarded-Proto "";
    }
  }`
}

/**
 * @param {number} port
 * @returns {Promise<true | undefined>}
 */
function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (/** @type {true | undefined} */ result) => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', () => end(true)).once('error', () => end(undefined))
  })
}
