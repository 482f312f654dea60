/** A program: bytes from standard input to a socket, whose path is its argument, and back. */
import { connect } from 'node:net'

const socket = connect(process.argv[2] ?? '')
process.stdin.pipe(socket)
socket.pipe(process.stdout)
