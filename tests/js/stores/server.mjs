// A real PostgreSQL for tests: Debian's, on a free port of the loopback address, with its own temporary data.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of `initdb` and `postgres`, the newest of several; nothing where there is none. */
export const programs = found();

const SETPRIV = '/usr/bin/setpriv';

export class PostgresServer {
  /** Starts one; `fsync` and all else is as PostgreSQL has it. */
  static async start(settings = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
    const server = new PostgresServer(folder, await freePort(), settings);
    const { uid, gid } = server.owner;
    if (uid !== undefined) chownSync(folder, uid, gid);
    const arguments_ = ['--no-sync', '--auth=trust', '--username=tester', '--encoding=UTF8', '--locale=C', '-D', server.data];
    execFileSync(join(programs, 'initdb'), arguments_, { ...server.owner, cwd: folder, stdio: 'pipe' });
    process.on('exit', () => server.child?.kill('SIGQUIT'));
    await server.start();
    return server;
  }

  constructor(folder, port, settings) {
    this.folder = folder;
    this.data = join(folder, 'data');
    this.port = port;
    this.settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: folder, max_connections: 60, ...settings };
    // PostgreSQL does not run as root, but as the user that the Debian package made.
    const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    this.owner = process.getuid() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  }

  url(database) {
    return `postgres://tester@127.0.0.1:${this.port}/${database}`;
  }

  async start() {
    const settings = Object.entries(this.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [join(programs, 'postgres'), '-D', this.data, ...settings];
    // It ends with us, also when we are killed.
    if (existsSync(SETPRIV)) command.unshift(SETPRIV, '--pdeathsig', 'QUIT');
    const child = spawn(command[0], command.slice(1), {
      ...this.owner,
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    this.ended = new Promise((resolve) => child.on('exit', resolve));
    let said = '';
    await new Promise((resolve, reject) => {
      child.stderr.setEncoding('utf8').on('data', (text) => {
        said = (said + text).slice(-10_000);
        if (said.includes('ready to accept connections')) resolve();
      });
      child.on('error', reject).on('exit', (code) => reject(new Error(`postgres ended with ${code}: ${said}`)));
    });
  }

  /** `SIGINT` ends what is going on; `SIGQUIT` is a crash. */
  async halt(signal = 'SIGINT') {
    this.child.kill(signal);
    await this.ended;
  }

  /** For good: nothing is put in order that is thrown away. */
  async stop() {
    await this.halt('SIGQUIT');
    rmSync(this.folder, { recursive: true });
  }
}

function found() {
  const folders = (process.env.PATH ?? '').split(':');
  const debian = '/usr/lib/postgresql';
  if (existsSync(debian)) {
    const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a));
    folders.unshift(...versions.map((version) => join(debian, version, 'bin')));
  }
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
