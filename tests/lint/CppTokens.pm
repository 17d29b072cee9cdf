# Reads C++ as far as a lint needs: tokens with their lines, matched brackets, and what each brace is for.
#
# Comments, literals and preprocessor lines are taken out first, so no rule ever sees text that is not code. A source whose
# brackets do not match is an error for the caller to report: a lint that cannot read a file must not pass it.
package CppTokens;
use strict;
use warnings;

# tokenise($text) -> { tokens => [ {text, kind, line, mate, brace, lambda} … ], includes => [ {name, quoted, line} … ],
#                      defines => [ {body, line} … ], problem => undef or a sentence with its line }
# kind: word, number, literal, punctuation. mate: index of the matching bracket. brace (on '{'): block, lambda, init, statement_expression.
# lambda (on '['): true for a lambda introducer. body (on that '['): index of the '{' of its body.
sub tokenise {
  my ($text) = @_;
  my $source = {tokens => [], includes => [], defines => [], problem => undef};
  scan($source, $text);
  match_brackets($source);
  return $source if $source->{problem};
  mark_lambdas($source->{tokens});
  mark_braces($source->{tokens});
  return $source;
}

sub scan {
  my ($source, $text) = @_;
  my $line = 1;
  my $fresh = 1;    # nothing but white space since the line began: a '#' here is a directive
  pos($text) = 0;
  my $add = sub {
    my ($kind, $token, $length_text) = @_;
    push @{$source->{tokens}}, {kind => $kind, text => $token, line => $line};
    $line += ($length_text =~ tr/\n//);
    $fresh = 0;
  };
  while (pos($text) < length $text) {
    if ($text =~ /\G\n/gc) { $line++; $fresh = 1; next }
    if ($text =~ /\G(?:[^\S\n]|\\\n)+/gc) { $line += ($& =~ tr/\n//); next }
    if ($text =~ m{\G//(?:\\\n|[^\n])*}gc) { $line += ($& =~ tr/\n//); next }
    if ($text =~ m{\G/\*.*?(?:\*/|\z)}gcs) { $line += ($& =~ tr/\n//); next }
    if ($fresh && $text =~ /\G#(?:\\\n|[^\n])*/gc) { directive($source, $&, $line); $line += ($& =~ tr/\n//); next }
    if ($text =~ /\G(?:u8|[uUL])?R"([^()\\\s]{0,16})\(.*?\)\1"\w*/gcs) { $add->('literal', '""', $&); next }
    if ($text =~ /\G(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"\w*/gcs) { $add->('literal', '""', $&); next }
    if ($text =~ /\G(?:u8|[uUL])?'(?:\\.|[^'\\\n])+'/gcs) { $add->('literal', "''", $&); next }
    if ($text =~ /\G\.?\d(?:[eEpP][+-]|'\w|[\w.])*/gc) { $add->('number', $&, ''); next }
    if ($text =~ /\G[A-Za-z_]\w*/gc) { $add->('word', $&, ''); next }
    if ($text =~ /\G(?:\.\.\.|<=>|::|->\*?|&&|\|\||<<=?|\+\+|--|[-+*\/%&|^!=<]=|>=)/gc) { $add->('punctuation', $&, ''); next }
    if ($text =~ /\G./gcs) { $add->('punctuation', $&, ''); next }
  }
}

sub directive {
  my ($source, $text, $line) = @_;
  if ($text =~ /^#\s*include\s*([<"])([^>"\n]+)[>"]/) {
    push @{$source->{includes}}, {name => $2, quoted => $1 eq '"', line => $line};
  } elsif ($text =~ /^#\s*define\b/) {
    push @{$source->{defines}}, {body => $text, line => $line};
  }
}

my %closes = (')' => '(', ']' => '[', '}' => '{');

sub match_brackets {
  my ($source) = @_;
  my $tokens = $source->{tokens};
  my @open;
  for my $i (0 .. $#$tokens) {
    my $text = $tokens->[$i]{text};
    next unless $tokens->[$i]{kind} eq 'punctuation';
    if ($text =~ /^[(\[{]$/) {
      push @open, $i;
    } elsif (my $opener = $closes{$text}) {
      my $j = pop @open;
      if (!defined $j || $tokens->[$j]{text} ne $opener) {
        $source->{problem} = {line => $tokens->[$i]{line}, why => "'$text' does not close anything that is open here"};
        return;
      }
      @{$tokens->[$i]}{qw(mate)} = ($j);
      @{$tokens->[$j]}{qw(mate)} = ($i);
    }
  }
  $source->{problem} = {line => $tokens->[$open[-1]]{line}, why => "'$tokens->[$open[-1]]{text}' is never closed"} if @open;
}

# Words after which an expression begins, so that a '[' there opens a lambda and a '{' a list.
my %begins_expression = map { $_ => 1 } qw(return co_return co_await co_yield throw case else do and or not new);

sub mark_lambdas {
  my ($tokens) = @_;
  for my $i (0 .. $#$tokens) {
    my $token = $tokens->[$i];
    next unless $token->{text} eq '[' && $token->{kind} eq 'punctuation';
    next if is_attribute($tokens, $i);
    my $before = $i > 0 ? $tokens->[$i - 1] : {text => ';', kind => 'punctuation'};
    next if $before->{kind} eq 'word' && !$begins_expression{$before->{text}};
    next if $before->{kind} =~ /^(?:number|literal)$/ || $before->{text} =~ /^[\])]$/;
    next if $before->{text} =~ /^&&?$/ && $i > 1 && $tokens->[$i - 2]{text} eq 'auto';    # auto& [a, b] = …
    my $body = lambda_body($tokens, $token->{mate});
    next unless defined $body;
    $token->{lambda} = 1;
    $token->{body} = $body;
    $tokens->[$body]{brace} = 'lambda';
  }
}

sub is_attribute {
  my ($tokens, $i) = @_;
  return 1 if $i < $#$tokens && $tokens->[$i + 1]{text} eq '[' && $tokens->[$i + 1]{mate} == $tokens->[$i]{mate} - 1;
  return $i > 0 && $tokens->[$i - 1]{text} eq '[' && $tokens->[$i - 1]{mate} == $tokens->[$i]{mate} + 1;
}

# From the ']' of an introducer to the '{' of the body, over <template parameters>, (parameters), specifiers and -> type.
sub lambda_body {
  my ($tokens, $i) = @_;
  $i++;
  if ($i <= $#$tokens && $tokens->[$i]{text} eq '<') {
    $i = after_angles($tokens, $i);
    return undef unless defined $i;
  }
  $i = $tokens->[$i]{mate} + 1 if $i <= $#$tokens && $tokens->[$i]{text} eq '(';
  while ($i <= $#$tokens) {
    my $text = $tokens->[$i]{text};
    return $i if $text eq '{';
    if ($text =~ /^[(\[]$/) { $i = $tokens->[$i]{mate} + 1; next }    # noexcept(…), [[attribute]], decltype(…)
    return undef if $tokens->[$i]{kind} =~ /^(?:number|literal)$/ || $text =~ /^[;)\]}=.?+]$/;
    $i++;
  }
  return undef;
}

sub after_angles {
  my ($tokens, $i) = @_;
  my $depth = 0;
  for (; $i <= $#$tokens; $i++) {
    my $text = $tokens->[$i]{text};
    if ($text eq '<') { $depth++ }
    elsif ($text eq '>') { return $i + 1 if --$depth == 0 }
    elsif ($text =~ /^[(\[{]$/) { $i = $tokens->[$i]{mate} }
    elsif ($text =~ /^[;)\]}]$/) { return undef }
  }
  return undef;
}

# The index of the '<' that the '>' at $i closes, or undef when it closes none.
sub before_angles {
  my ($tokens, $i) = @_;
  my $depth = 0;
  for (; $i >= 0; $i--) {
    my $text = $tokens->[$i]{text};
    if ($text eq '>') { $depth++ }
    elsif ($text eq '<') { return $i if --$depth == 0 }
    elsif ($text =~ /^[)\]}]$/) { $i = $tokens->[$i]{mate} }
    elsif ($text =~ /^[;(\[{]$/) { return undef }
  }
  return undef;
}

sub mark_braces {
  my ($tokens) = @_;
  my @enclosing;    # indices of the brackets that are open at $i
  for my $i (0 .. $#$tokens) {
    my $token = $tokens->[$i];
    next unless $token->{kind} eq 'punctuation';
    if ($token->{text} =~ /^[(\[{]$/) {
      if ($token->{text} eq '{') { $token->{brace} ||= brace_kind($tokens, $i, \@enclosing) }
      push @enclosing, $i;
    } elsif ($token->{text} =~ /^[)\]}]$/) {
      pop @enclosing;
    }
  }
}

sub brace_kind {
  my ($tokens, $i, $enclosing) = @_;
  return 'block' if $i == 0;
  my $before = $tokens->[$i - 1];
  my $text = $before->{text};
  my $outer = @$enclosing ? $tokens->[$enclosing->[-1]] : undef;
  my $in_list = $outer && ($outer->{text} ne '{' || $outer->{brace} eq 'init');
  if ($text eq '(') {
    my $called = $i > 1 && ($tokens->[$i - 2]{kind} eq 'word' && !$begins_expression{$tokens->[$i - 2]{text}} || $tokens->[$i - 2]{text} =~ /^[>)\]}]$/);
    return $called ? 'init' : 'statement_expression';
  }
  if ($text eq ')') {
    my $at = $before->{mate};
    return $at > 0 && $tokens->[$at - 1]{text} eq 'decltype' ? 'init' : 'block';
  }
  if ($text eq ']') { return is_attribute($tokens, $before->{mate}) ? 'block' : 'init' }
  if ($text =~ /^[{};:]$/) { return $in_list ? 'init' : 'block' }
  return 'block' if $before->{kind} eq 'word' && $text =~ /^(?:else|do|try|const|noexcept|override|final|mutable|namespace|struct|class|union|enum|requires)$/;
  return 'block' if $text =~ /^&&?$/ && $i > 1 && $tokens->[$i - 2]{text} =~ /^(?:\)|const)$/;    # a ref-qualified function
  return 'block' if $before->{kind} eq 'literal' && $i > 1 && $tokens->[$i - 2]{text} eq 'extern';
  return 'init' if $before->{kind} eq 'word' && $begins_expression{$text};
  return 'init' unless $before->{kind} eq 'word' || $text =~ /^(?:>|\*|&)$/;
  return head_is_definition($tokens, $i) ? 'block' : 'init';
}

# Walks back over what may be a type: 'struct Name : Base<X> {' and '-> Task<void> {' open blocks, 'Name{' and 'Name name{' lists.
sub head_is_definition {
  my ($tokens, $i) = @_;
  my $comma = 0;
  for (my $j = $i - 1; $j >= 0; $j--) {
    my $text = $tokens->[$j]{text};
    return 1 if $text =~ /^(?:namespace|struct|class|union|enum|concept|requires)$/;
    if ($text eq '->') { return !$comma && $j > 0 && $tokens->[$j - 1]{text} =~ /^(?:\)|\]|noexcept|mutable|const|&&?)$/ ? 1 : 0 }
    if ($text eq '>') {
      my $open = before_angles($tokens, $j);
      return 0 unless defined $open;
      $j = $open;
    } elsif ($text =~ /^[)\]]$/) {
      $j = $tokens->[$j]{mate};
    } elsif ($text eq ',') {
      $comma = 1;
    } elsif ($text =~ /^(?:\*|&&?)$/) {    # part of a type only where nothing but 'const' follows
      return 0 if $tokens->[$j + 1]{kind} eq 'word' && $tokens->[$j + 1]{text} ne 'const';
    } elsif ($text !~ /^(?:::|:|\.\.\.)$/ && ($tokens->[$j]{kind} ne 'word' || $begins_expression{$text})) {
      return 0;
    }
  }
  return 0;
}

1;
