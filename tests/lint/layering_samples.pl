#!/usr/bin/env perl
# Tests the layering lint: each case is a small tree, and what the lint must say about it, "file:line rule".
use strict;
use warnings;
use FindBin;
use File::Basename qw(dirname);
use File::Path qw(make_path);
use File::Temp qw(tempdir);

my @cases = (
  ['arrows that point down pass', {
    'include/secondseat/error.hpp' => "#include <tl/expected.hpp>\n#include \"secondseat/task.hpp\"\n",
    'src/base/a.hpp' => "#include <string>\n#include \"secondseat/error.hpp\"\n",
    'src/async/a.cpp' => "#include \"base/a.hpp\"\n",
    'src/executor/a.cpp' => "#include \"consent/a.hpp\"\n#include \"identity/a.hpp\"\n#include \"desktop/element.hpp\"\n",
    'src/mcp/a.cpp' => "#include \"executor/a.hpp\"\n#include \"rpc/a.hpp\"\n// atspi is only spoken of\n",
    'src/app/a.cpp' => "#include \"desktop/atspi_backend.hpp\"\n#include \"desktop/x11/capture.hpp\"\n#include \"mcp/a.hpp\"\n",
    'src/desktop/a.cpp' => "#include \"desktop/atspi_bus.hpp\"\n",
    'src/mcp/CMakeLists.txt' => "ss_room(mcp SOURCES a.cpp DEPENDS ss_rpc ss_executor) # not ss_desktop\n",
  }],
  ['base may not look up', {'src/base/a.cpp' => "\n#include \"async/clock.hpp\"\n"}, 'src/base/a.cpp:2 arrow'],
  ['async may not know rpc', {'src/async/a.hpp' => "#include \"rpc/peer.hpp\"\n"}, 'src/async/a.hpp:1 arrow'],
  ['rpc knows nothing of MCP', {'src/rpc/a.cpp' => "#include \"mcp/session.hpp\"\n"}, 'src/rpc/a.cpp:1 arrow'],
  ['identity may not know consent', {'src/identity/a.cpp' => "#include \"consent/broker.hpp\"\n"}, 'src/identity/a.cpp:1 arrow'],
  ['a backend knows nothing of protocol or consent', {'src/desktop/a.cpp' => "#include \"consent/a.hpp\"\n#include \"rpc/a.hpp\"\n"},
    'src/desktop/a.cpp:1 arrow', 'src/desktop/a.cpp:2 arrow'],
  ['executor knows nothing of the protocol', {'src/executor/a.cpp' => "#include \"rpc/message.hpp\"\n"}, 'src/executor/a.cpp:1 arrow'],
  ['executor names no backend', {'src/executor/a.cpp' => "#include \"desktop/scripted.hpp\"\nX11Capture capture;\n"},
    'src/executor/a.cpp:1 backend', 'src/executor/a.cpp:2 backend'],
  ['mcp knows nothing of desktops', {'src/mcp/a.cpp' => "#include \"desktop/atspi.hpp\"\nvoid f() { desktop::atspi::open(); }\n"},
    'src/mcp/a.cpp:1 arrow', 'src/mcp/a.cpp:1 backend', 'src/mcp/a.cpp:2 backend'],
  ['an include with <> is an include as well', {'src/base/a.cpp' => "#  include <app/main.hpp>\n"}, 'src/base/a.cpp:1 arrow'],
  ['an include in a comment is none', {'src/base/a.cpp' => "/*\n#include \"async/clock.hpp\"\n*/\n"}],
  ['no climbing out of the room', {'src/base/a.cpp' => "#include \"../async/clock.hpp\"\n"}, 'src/base/a.cpp:1 arrow'],
  ['link lines are the diagram', {'src/rpc/CMakeLists.txt' => "ss_room(rpc SOURCES a.cpp\n  DEPENDS ss_async ss_mcp)\n"}, 'src/rpc/CMakeLists.txt:2 arrow'],
  ['a new room needs its arrows', {'src/cellar/a.cpp' => "int x;\n"}, 'src/cellar/a.cpp:1 room'],
  ['a seam knows no room', {'src/base/a.cpp' => '', 'include/secondseat/a.hpp' => "#include \"async/scope.hpp\"\n#include <base/fd.hpp>\n#include \"b.hpp\"\n"},
    'include/secondseat/a.hpp:1 seam', 'include/secondseat/a.hpp:2 seam', 'include/secondseat/a.hpp:3 seam'],
  ['sans-IO files include no Asio header', {'src/rpc/framer.hpp' => "#include <asio/buffer.hpp>\n"}, 'src/rpc/framer.hpp:1 sans-io'],
  ['not even by way of another header', {
    'src/rpc/json_parser.cpp' => "#include \"rpc/json_parser.hpp\"\n", 'src/rpc/json_parser.hpp' => "#include \"secondseat/task.hpp\"\n",
    'include/secondseat/task.hpp' => "#include <asio/awaitable.hpp>\n"},
    'src/rpc/json_parser.cpp:1 sans-io', 'src/rpc/json_parser.hpp:1 sans-io'],
  ['400 lines pass', {'src/base/a.cpp' => "int x;\n" x 400}],
  ['401 lines do not', {'src/base/a.cpp' => "int x;\n" x 401, 'tests/base/a.cpp' => "int x;\n" x 401},
    'src/base/a.cpp:401 length', 'tests/base/a.cpp:401 length'],
  ['names that say nothing', {map { ("src/base/$_" => '') } qw(utils.hpp string_utils.cpp common.hpp window_manager.cpp impl.cpp helpers.hpp)},
    map { "src/base/$_:1 name" } qw(utils.hpp string_utils.cpp common.hpp window_manager.cpp impl.cpp helpers.hpp)],
  ['names that say something', {map { ("src/base/$_" => '') } qw(implicit_grant.hpp helper.cpp manage.hpp)}],
  ['paths of one machine', {'src/base/a.cpp' => '', 'docs/usage.md' => "run it\nin /wor" . "k/main/build\n", 'scripts/demo' => "cat ../share" . "d/lab/x\n"},
    'docs/usage.md:2 machine-path', 'scripts/demo:1 machine-path'],
  ['paths that merely look like it', {'src/base/a.cpp' => "// see /home/alice/work/main and http://example.org/work/x\n"}],
);

my $failures = 0;
for my $case (@cases) {
  my ($name, $files, @expected) = @$case;
  my $tree = tempdir(CLEANUP => 1);
  for my $file (keys %$files) {
    make_path(dirname("$tree/$file"));
    open my $out, '>', "$tree/$file" or die "$tree/$file: $!\n";
    print $out $files->{$file};
    close $out or die "$tree/$file: $!\n";
  }
  open my $lint, '-|', $^X, "$FindBin::Bin/layering.pl", $tree or die "cannot start the lint: $!\n";
  my @found;
  while (my $text = <$lint>) { push @found, "$1 $2" if $text =~ /^(\S+:\d+): \[([\w-]+)\]/ }
  close $lint;
  my $status = $? >> 8;
  my ($want, $got) = (join("\n    ", sort @expected), join("\n    ", sort @found));
  next if $want eq $got && $status == (@expected ? 1 : 0);
  $failures++;
  print "FAILED $name\n  expected:\n    $want\n  found, exit $status:\n    $got\n";
}
print scalar @cases, " trees, $failures failures\n";
exit($failures ? 1 : 0);
