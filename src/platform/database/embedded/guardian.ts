/**
 * Runs the postmaster for a parent that may die at any moment. The end of standard input, a pipe
 * from the parent, triggers a fast shutdown. Has its own session, so that Ctrl-C reaches only the
 * parent.
 */
import { spawn } from 'node:child_process';

type Order = {
  program: string;
  args: string[];
  uid?: number;
  gid?: number;
};

const order = JSON.parse(process.argv[2] ?? '{}') as Order;
const postmaster = spawn(order.program, order.args, {
  stdio: ['ignore', 'inherit', 'inherit'],
  ...(order.uid === undefined ? {} : { uid: order.uid }),
  ...(order.gid === undefined ? {} : { gid: order.gid }),
});

const stop = () => postmaster.kill('SIGINT');
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.stdin.on('end', stop).on('error', stop).on('close', stop).resume();
postmaster.on('error', (error) => {
  console.error(`could not start ${order.program}: ${error.message}`);
  process.exit(1);
});
postmaster.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
