#!/usr/bin/env perl
# Holds the tree to docs/architecture.md: includes and link lines point down only, seams stay free of rooms, sans-IO files of Asio.
# Also refuses files that are too long, names that say nothing, and paths of one machine.
#
#   layering.pl [ROOT]
#
# Prints "file:line: [rule] why"; exits 1 if there was a finding.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use File::Find;
use CppTokens;

# The arrows: a room may include itself and these. mcp knows the executor and nothing below it; app wires everything.
my %below = (
  base => [],
  async => [qw(base)],
  rpc => [qw(base async)],
  identity => [qw(base async)],
  consent => [qw(base async identity)],
  desktop => [qw(base async)],
  executor => [qw(base async identity consent desktop)],
  mcp => [qw(base async rpc executor)],
  app => [qw(base async rpc identity consent desktop executor mcp)],
);
my $backend = qr/atspi|x11|wayland|macos|scripted|replay/;
my $sans_io = qr{^src/rpc/(?:framer|json\w*|message)\.(?:hpp|cpp)$};
my $empty_name = qr/^(?:utils?|helpers|common|managers?|impl)$/;
my $longest = 400;

my $root = shift @ARGV // '.';
chdir $root or die "layering.pl: $root: $!\n";

my $findings = 0;
my @files;
find({no_chdir => 1, preprocess => sub { sort grep { !/^(?:\.|\.\.|\.git|build)$/ } @_ },
      wanted => sub { push @files, s{^\./}{}r if -f $_ && !-l $_ }}, '.');
@files = grep { !m{^tests/lint/} } @files;
die "layering.pl: nothing to check in $root\n" unless grep { m{^src/} } @files;

my %sources;
for my $file (grep { m{^(?:src|include|tests|fuzz)/.*\.(?:cpp|hpp|c|h)$} } @files) {
  $sources{$file} = CppTokens::tokenise(content($file));
}
for my $file (@files) {
  check_name($file);
  check_text($file);
  check_link_line($file) if $file =~ m{^src/\w+/CMakeLists\.txt$};
}
for my $file (sort keys %sources) {
  check_seam($file) if $file =~ m{^include/};
  check_room($file, $1) if $file =~ m{^src/(\w+)/};
  check_sans_io($file) if $file =~ $sans_io;
}
printf "layering: %d files, %d findings\n", scalar @files, $findings;
exit($findings ? 1 : 0);

sub report {
  my ($file, $line, $rule, $text) = @_;
  print "$file:$line: [$rule] $text\n";
  $findings++;
}

sub content {
  my ($file) = @_;
  open my $in, '<:raw', $file or die "layering.pl: $file: $!\n";
  local $/;
  return scalar(<$in>) // '';
}

sub check_name {
  my ($file) = @_;
  return unless $file =~ m{^(?:src|include|tests|fuzz)/};
  for my $part (split m{/}, $file) {
    for my $word (split /[._-]/, $part) { report($file, 1, 'name', "'$word' says nothing: name the file after its main type") if lc $word =~ $empty_name }
  }
}

sub check_text {
  my ($file) = @_;
  my $text = content($file);
  return if $text =~ /\0/;    # a picture, a fuzz input
  my @lines = split /\n/, $text;
  if ($file =~ /\.(?:cpp|hpp|c|h|pl|pm|py|sh)$/ && @lines > $longest) {
    report($file, scalar @lines, 'length', scalar(@lines) . " lines; a file of more than $longest holds more than one idea");
  }
  for my $i (0 .. $#lines) {
    report($file, $i + 1, 'machine-path', 'a path of one machine') if $lines[$i] =~ m{(?<![\w./])/(?:work|tmp/(?:build|brief|bash_jobs))\b/?};
    report($file, $i + 1, 'machine-path', 'leaves the repository') if $file =~ m{^(?:scripts|\.ci|src|tests)/} && $lines[$i] =~ m{\.\./shared/};
  }
}

sub check_link_line {
  my ($file) = @_;
  my ($room) = $file =~ m{^src/(\w+)/};
  my $text = content($file) =~ s/#[^\n]*//gr;
  return report($file, 1, 'room', "'$room' is not a room of docs/architecture.md") unless $below{$room};
  my %allowed = map { $_ => 1 } $room, @{$below{$room}};
  while ($text =~ /\bss_(\w+)/g) {
    my ($target, $line) = ($1, 1 + (substr($text, 0, $-[0]) =~ tr/\n//));
    next unless $below{$target} && !$allowed{$target};
    report($file, $line, 'arrow', "$room must not link $target");
  }
}

# A seam is what an embedder sees: it knows other seams and libraries, never a room.
sub check_seam {
  my ($file) = @_;
  for my $include (@{$sources{$file}{includes}}) {
    my $from_a_room = $below{(split m{/}, $include->{name})[0]};
    next if $include->{quoted} ? $include->{name} =~ m{^secondseat/\w+\.hpp$} : !$from_a_room;
    report($file, $include->{line}, 'seam', "a seam must not include \"$include->{name}\"");
  }
}

sub check_room {
  my ($file, $room) = @_;
  return report($file, 1, 'room', "'$room' is not a room of docs/architecture.md") unless $below{$room};
  my %allowed = map { $_ => 1 } $room, @{$below{$room}};
  for my $include (@{$sources{$file}{includes}}) {
    my ($name, $line) = @{$include}{qw(name line)};
    if ($name =~ m{\.\./}) { report($file, $line, 'arrow', "\"$name\": includes start at src/ or include/"); next }
    my ($target) = $name =~ m{^(\w+)/};
    next unless defined $target && $below{$target};
    report($file, $line, 'arrow', "$room must not include $target") unless $allowed{$target};
    if ($target eq 'desktop' && $name =~ m{^desktop/(?:\w+/)?($backend)} && $room !~ /^(?:app|desktop)$/) {
      report($file, $line, 'backend', "$room must not name the backend '$1': app wires it");
    }
  }
  return unless $room =~ /^(?:mcp|executor)$/;
  for my $token (@{$sources{$file}{tokens}}) {
    next unless $token->{kind} eq 'word' && $token->{text} =~ /^(?:(?:atspi|x11|wayland|scripted)(?:_|$)|(?:Atspi|X11|Wayland|Scripted)(?:[A-Z]|$))/;
    report($file, $token->{line}, 'backend', "$room must not name a backend: '$token->{text}'");
  }
}

# Bytes in, values out: neither the file nor any header of ours that it includes may bring Asio in.
sub check_sans_io {
  my ($file) = @_;
  my @waiting = map { [$_, $_->{line}, $_->{name}] } @{$sources{$file}{includes}};
  my %seen;
  while (my $next = shift @waiting) {
    my ($include, $line, $route) = @$next;
    if ($include->{name} =~ m{^asio(?:/|\.hpp)}) { report($file, $line, 'sans-io', "reaches Asio by $route"); next }
    my ($header) = grep { $sources{$_} } "src/$include->{name}", "include/$include->{name}", $file =~ s{[^/]+$}{$include->{name}}r;
    next if !defined $header || $seen{$header}++;
    push @waiting, map { [$_, $line, "$route, $_->{name}"] } @{$sources{$header}{includes}};
  }
}
